import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findDifferences } from "../words/compare.mjs";
import { compileGroup, compileLanguage } from "../words/compile.mjs";
import { pseudonymise } from "../words/pseudo.mjs";
import { root, say } from "./set-up.mjs";

const folder = path.join(root, "words");
const output = path.join(folder, "generated");
const SOURCE = "en";
/** What the server says itself. It speaks all languages, and a browser only one. */
const serverGroups = [
  "common",
  "devices",
  "fields",
  "footer",
  "frame",
  "homeScreen",
  "labels",
  "mails",
  "news",
  "pages",
  "picture",
  "problems",
  "reasons",
  "refusals",
  "shell",
  "tally",
];

/**
 * Writes every language's messages as modules, or says what is wrong with them and ends. Returns the
 * languages, English first.
 */
export function writeWords() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const languages = new Map(
    names.map((name) => [path.basename(name, ".json"), readLanguage(path.join(folder, name))]),
  );
  const english = languages.get(SOURCE);
  const problems = [...languages].flatMap(([id, language]) =>
    findDifferences(english, language).map((problem) => `words/${id}.json: ${problem}`),
  );
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem);
    process.exit(1);
  }
  rmSync(output, { recursive: true, force: true });
  for (const [id, language] of languages) writeLanguage(path.join(output, id), id, language);
  const ids = [SOURCE, ...[...languages.keys()].filter((id) => id !== SOURCE)];
  writeFileSync(path.join(output, "languages.ts"), listLanguages(ids, languages));
  writeFileSync(path.join(output, "offers.ts"), gatherOffers(languages));
  writeFileSync(path.join(output, "for-server.ts"), gatherForServer(ids));
  return ids;
}

/** For tests alone, in place of English. A site never has it: `writeWords` removes it. */
export function writePseudoLanguage() {
  const { messages, ...english } = readLanguage(path.join(folder, `${SOURCE}.json`));
  // Counts as English does, and what `Intl` writes is told from English by its letters.
  const language = { ...english, tag: "el", messages: pseudonymise(messages) };
  const written = path.join(output, "pseudo");
  writeLanguage(written, SOURCE, language);
  return written;
}

function writeLanguage(directory, id, { messages, ...language }) {
  mkdirSync(directory, { recursive: true });
  const write = (name, content) => writeFileSync(path.join(directory, name), content);
  write("language.ts", compileLanguage({ id, ...language, digitsVary: findDigitsVary(language) }));
  for (const [group, entries] of Object.entries(messages)) {
    write(`${group}.ts`, compileGroup(language, entries));
  }
  const { direction } = language;
  // Read by vite.config.ts, for what the HTML says before any script runs.
  write(
    "shell.json",
    JSON.stringify({ id, direction, ...messages.shell, loadAgain: messages.errors.loadAgain }),
  );
}

function listLanguages(ids, languages) {
  const rows = ids.map((id) => {
    const { name, tag, direction } = languages.get(id);
    return [id, { name, tag, direction }];
  });
  return `export const languages = ${JSON.stringify(Object.fromEntries(rows))} as const;
export type Language = keyof typeof languages;
/** English first. */
export const languageIds = Object.keys(languages) as Language[];
`;
}

/** Whether its largest region writes numbers in other digits than everybody can be sent. */
function findDigitsVary({ tag }) {
  const { language, region } = new Intl.Locale(tag).maximize();
  const { numberingSystem } = new Intl.NumberFormat(`${language}-${region}`).resolvedOptions();
  return numberingSystem !== "latn";
}

/** What a page says in each language to those who would rather read that one. */
function gatherOffers(languages) {
  const rows = [...languages].map(([id, { alsoHere, dismiss }]) => [id, { alsoHere, dismiss }]);
  return `export const offers = ${JSON.stringify(Object.fromEntries(rows))};\n`;
}

function gatherForServer(ids) {
  const imports = ids.flatMap((id) =>
    serverGroups.map((group) => `import * as ${id}_${group} from "./${id}/${group}.ts";`),
  );
  const rows = ids.map(
    (id) => `${id}: { ${serverGroups.map((group) => `${group}: ${id}_${group}`).join(", ")} },`,
  );
  return `${imports.join("\n")}\nexport const forServer = {\n${rows.join("\n")}\n};\n`;
}

function readLanguage(file) {
  const { language, ...messages } = JSON.parse(readFileSync(file, "utf8"));
  return { ...language, messages };
}

if (process.argv[1] === import.meta.filename) {
  writeWords();
  say("The words are written.");
}
