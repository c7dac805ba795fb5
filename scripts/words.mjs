import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findDifferences } from "../words/compare.mjs";
import { compileGroup, compileLanguage } from "../words/compile.mjs";
import { root, say } from "./set-up.mjs";

const folder = path.join(root, "words");
const output = path.join(folder, "generated");
const SOURCE = "en";

/** Writes every language's messages as modules, or says what is wrong with them and ends. */
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
  for (const [id, { messages, ...language }] of languages) {
    mkdirSync(path.join(output, id), { recursive: true });
    writeFileSync(path.join(output, id, "language.ts"), compileLanguage(language));
    for (const [group, entries] of Object.entries(messages)) {
      writeFileSync(path.join(output, id, `${group}.ts`), compileGroup(language.tag, entries));
    }
  }
}

function readLanguage(file) {
  const { language, ...messages } = JSON.parse(readFileSync(file, "utf8"));
  return { ...language, messages };
}

if (process.argv[1] === import.meta.filename) {
  writeWords();
  say("The words are written.");
}
