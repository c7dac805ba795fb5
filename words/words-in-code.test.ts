import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";
import { forServer } from "./generated/for-server.ts";

// Words in the code are translated into no language: what people read belongs into the catalogue.

const root = path.join(import.meta.dirname, "..");

/** Attributes that people read or hear, whatever stands in them. */
const readAttributes =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|title|placeholder|label|hint|lead|caption|description|header|legend|text)$/;

/** Names that are the same in every language. */
const exceptions = [
  // How an address begins.
  "https://",
];

const hasLetters = /\p{L}/u;
/** Elsewhere, words are told from codes, keys and class names by how they begin or go on. */
const looksRead = new RegExp(
  [
    String.raw`^[“"(]?(\p{Lu}\p{Ll}|A \p{Ll})`,
    String.raw`\p{Ll}([.!?;]|, \p{Ll}+) \p{L}`,
    String.raw` .*\p{Ll}[.!?]$`,
    String.raw`\p{Ll} …`,
    String.raw`^\p{Ll}+( \p{Ll}+){2,}$`,
  ].join("|"),
  "u",
);

/** A part of the parsed code. */
interface Part {
  type: string;
  start: number;
  [field: string]: unknown;
}

interface Said {
  text: string;
  start: number;
}

it("finds all words of the browser side in the catalogue, and none in its code", () => {
  const found = sourcesIn("web").flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    return findWords(code, file).map(
      ({ text, start }) => `${file}:${code.slice(0, start).split("\n").length} ${text}`,
    );
  });
  expect(found).toEqual([]);
});

it("finds no message in the catalogue that nothing says", () => {
  // vite.config.ts puts the shell's words into the HTML.
  const { language, shell, ...groups } = JSON.parse(
    readFileSync(path.join(root, "words/en.json"), "utf8"),
  );
  const used = new Set([
    ...sourcesIn("web").flatMap(messagesOf),
    ...["server", "words"].flatMap(sourcesIn).flatMap(messagesOfServer),
  ]);
  const messages = Object.entries<object>(groups).flatMap(([group, entries]) =>
    Object.keys(entries).map((key) => `${group}.${key}`),
  );
  expect(messages.filter((message) => !used.has(message))).toEqual([]);
});

it.each([
  ["<p>Yes</p>", "Yes"],
  ["<p>{n} votes</p>", "votes"],
  ['<p>{isOpen ? t.open : "closed"}</p>', "closed"],
  [`<p>{isOpen && <b>{\`\${n} votes\`}</b>}</p>`, "votes"],
  ['<nav aria-label="states" />', "states"],
  [`<Field label={isNew ? \`new \${noun}\` : t.old} />`, "new"],
  ['<Answer word="Yes" />', "Yes"],
  ['const ago = "less than a minute";', "less than a minute"],
  ['<List keys={{ r: "set aside, which counts" }} />', "set aside, which counts"],
  ['const labels = { open: "Open" };', "Open"],
  ['alerts.succeeded("Survey saved");', "Survey saved"],
  [`const question = \`Delete \${name}?\`;`, "Delete"],
])("finds words in %s", (code, text) => {
  expect(findWords(code).map((said) => said.text)).toEqual([text]);
});

it.each([
  '<p className="text-muted">{t.open} · {t.votes({ n })} “{title}” {steps["b"]}</p>',
  '<p>{side === "yes" && t.yes} {list.map((one) => said(one, "code"))}</p>',
  'matchMedia("(prefers-color-scheme: dark)"), element.closest("a, button, summary")',
  '<svg viewBox="0 0 24 24"><path d="M4 4v16h16" /></svg>',
  'import { it } from "Somewhere";',
  'if (event.key === "Escape") throw new Error("Never happens");',
  `console.error("Not counted", \`Code \${code}\`);`,
  'type Side = "Yes" | "No"; const [side] = useState<"Yes">();',
  'class Problem extends Error { constructor() { super("Not done"); this.name = "Problem"; } }',
  `const headers = { "Idempotency-Key": \`survey-draft:\${email}\` };`,
])("finds nothing in %s", (code) => {
  expect(findWords(code)).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^generated/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .sort();
}

/** The messages that a file says, such as `common.cancel`. Of a table, all may be said. */
function messagesOf(file: string): string[] {
  const code = readFileSync(path.join(root, file), "utf8");
  const imports = code.matchAll(/^import (?:\* as (\w+)|\{([^}]*)\}) from "#words\/(\w+)"/gm);
  return [...imports].flatMap(([, all, some, group]) => {
    const names = all
      ? [...code.matchAll(new RegExp(`\\b${all}\\.(\\w+)`, "g"))].map(([, name]) => name)
      : some?.match(/\w+/g);
    return names?.map((name) => `${group}.${name}`) ?? [];
  });
}

/** The server reads them by language, as in `words[language].mails.contact`. */
function messagesOfServer(file: string): string[] {
  const names = new Set(readFileSync(path.join(root, file), "utf8").match(/\w+/g));
  return Object.entries<object>(forServer.en).flatMap(([group, messages]) =>
    Object.keys(messages)
      .filter((key) => names.has(key))
      .map((key) => `${group}.${key}`),
  );
}

function findWords(code: string, file = "code.tsx"): Said[] {
  const { program, errors } = parseSync(file, code);
  expect(errors, file).toEqual([]);
  const found: Said[] = [];
  look(program as unknown as Part, looksRead, found);
  return found;
}

/** Collects the texts in a part of the code that match the pattern. */
function look(part: Part, pattern: RegExp, found: Said[]): void {
  const text = textOf(part).trim();
  if (pattern.test(text) && !exceptions.includes(text)) found.push({ text, start: part.start });
  for (const [field, value] of Object.entries(part)) {
    for (const child of [value].flat()) {
      if (isPart(child) && !isCode(part, field, child)) {
        look(child, patternFor(part, field, child) ?? pattern, found);
      }
    }
  }
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && "type" in value;
}

function textOf({ type, value }: Part): string {
  if (type === "TemplateElement") return (value as { cooked: string }).cooked;
  return (type === "Literal" || type === "JSXText") && typeof value === "string" ? value : "";
}

/** Parts in which the result of an expression stands as it is written. */
const resulting: Record<string, string[]> = {
  ConditionalExpression: ["consequent", "alternate"],
  JSXExpressionContainer: ["expression"],
  LogicalExpression: ["left", "right"],
  ParenthesizedExpression: ["expression"],
  TemplateLiteral: ["quasis", "expressions"],
};

/** What is looked for in a child, if it is not the same as in its parent. */
function patternFor(part: Part, field: string, child: Part): RegExp | undefined {
  if (child.type === "JSXText") return hasLetters;
  if (child.type === "JSXExpressionContainer" && field === "children") return hasLetters;
  if (part.type === "JSXAttribute") {
    return readAttributes.test(nameOf(part.name)) ? hasLetters : looksRead;
  }
  return resulting[part.type]?.includes(field) ? undefined : looksRead;
}

/** What nobody reads: modules, types, keys, what is compared, and what is written for developers. */
function isCode(part: Part, field: string, child: Part): boolean {
  if (field === "source" || /^TS(?!As|Satisfies|NonNull)/.test(child.type)) return true;
  switch (part.type) {
    case "BinaryExpression":
      return child.type === "Literal" && part.operator !== "+";
    case "CallExpression":
      return field === "arguments" && isForDevelopers(part.callee as Part);
    case "NewExpression":
      return /Error$/.test(nameOf(part.callee));
    case "AssignmentExpression":
      return nameOf((part.left as Part).property) === "name";
    case "Property":
    case "MemberExpression":
      return field === "key" || field === "property";
    default:
      return false;
  }
}

/** `console.error()`, and `super()` of an error. */
function isForDevelopers(callee: Part): boolean {
  return nameOf(callee.object) === "console" || callee.type === "Super";
}

function nameOf(part: unknown): string {
  return isPart(part) ? String(part.name ?? "") : "";
}
