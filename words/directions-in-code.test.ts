import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";

// Arabic is read from right to left, so pages say `start` and `end`: a margin on the left would be on
// the wrong side there.

const root = path.join(import.meta.dirname, "..");

/** What may be said nevertheless, and why. */
const exceptions = [
  // Time goes from left to right in every language, so a plot says so by its `dir`.
  "web/components/charts/plot.tsx -translate-x-(--place)",
];

/** Classes of Tailwind that name a side, after their variants, as in `lg:-ml-4`. */
const sidedClass = new RegExp(
  `^(?:\\S+:)?!?-?(?:${[
    "(?:scroll-)?[mp][lr]-.+",
    "(?:left|right)-.+",
    "(?:text|float|clear|object|bg|origin|justify)-(?:(?:top|bottom)-)?(?:left|right)",
    "rounded-(?:l|r|tl|tr|bl|br)(?:-.+)?",
    "border-[lr](?:-.+)?",
    "translate-x-.+",
    "bg-(?:linear|gradient)-to-[tb]?[lr]",
    "\\[.*(?:left|right).*\\]",
  ].join("|")})$`,
);
const sidedStyle = /^(?:left|right|(?:margin|padding|border|scroll)\w*(?:Left|Right)\w*)$/;

/** In a style sheet: the name of a side, and shorthands with more for one side than for the other. */
const sidedDeclaration =
  /(?<![\w-])(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?(?![\w-])|\btranslateX\b/i;
const shorthand =
  /^(?:inset|margin|padding|scroll-margin|scroll-padding|border-(?:width|style|color))$/;

/** What people wrote, where nothing else has that name. */
const written =
  /^(?:author|displayName|question|report|surveyorEmail|surveyorName|userEmail|userName|username)$/;

it("says start and end on every page, and never left or right", () => {
  const found = filesIn("web").flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    return findSides(code, file).map((side) => `${file} ${side}`);
  });
  expect([...new Set(found)]).toEqual(exceptions);
});

it("lets what people wrote be read in its own direction", () => {
  const found = filesIn("web").flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    return findUndirected(code, file).map((text) => `${file} ${text}`);
  });
  expect(found).toEqual([]);
});

it.each([
  ["<p>{survey.question}</p>", ["survey.question"]],
  ["<p>{t.by} {isKnown && <b>{author}</b>}</p>", ["author"]],
  ['<p dir="auto">{survey.question}</p>', []],
  ['<p dir="auto"><b>{survey.question}</b></p>', []],
  ["<bdi>{author}</bdi>", []],
  ["<EmailText email={userEmail} />", []],
  ["<p>{t.question}</p>", []],
])("of %s lets the reader mix up %j", (code, expected) => {
  expect(findUndirected(code, "code.tsx")).toEqual(expected);
});

it.each([
  ['<p className="ml-4 flex" />', "ml-4"],
  ['<p className="lg:-mr-[3px]" />', "lg:-mr-[3px]"],
  ['<p className={isWide ? "pl-2" : ""} />', "pl-2"],
  ["<p className={`flex text-right`} />", "text-right"],
  ['const look = "absolute left-0 top-0";', "left-0"],
  ['<p className="rounded-tl-lg" />', "rounded-tl-lg"],
  ['<p className="sm:border-r" />', "sm:border-r"],
  ['<p className="hover:translate-x-1" />', "hover:translate-x-1"],
  ['<p className="[margin-left:1px]" />', "[margin-left:1px]"],
  ["<p style={{ marginLeft: 4 }} />", "marginLeft"],
  ['<p style={{ textAlign: "right" }} />', "right"],
])("finds a side in %s", (code, side) => {
  expect(findSides(code, "code.tsx")).toContain(side);
});

it.each([
  '<p className="ms-4 text-end inset-x-0 start-(--place) border-s rounded-e-sm space-x-2" />',
  '<p className="rtl:-scale-x-100 leading-none bright-lamp plain-text" style={{ width: 4 }} />',
  "const { left, width } = element.getBoundingClientRect(); row.scrollTo({ left: 4 });",
])("finds nothing in %s", (code) => {
  expect(findSides(code, "code.tsx")).toEqual([]);
});

it.each([
  "a { margin-left: 1px; }",
  "a { inset: 0 auto auto 1px; }",
  "a { text-align: right; }",
  "a { border-top-left-radius: 0; }",
  "a { &:hover { padding: 1px 2px 3px 4px; } }",
  "a { transform: translateX(4px); }",
])("finds a side in the style sheet %s", (code) => {
  expect(findSides(code, "code.css")).toHaveLength(1);
});

it.each([
  "/* On the left. */ a { inset-inline-start: 0; margin: 1px 2px 3px 2px; }",
  "a { inset: var(--height) 0 auto; padding: 0 calc(1px + 2px); text-align: start; }",
])("finds nothing in the style sheet %s", (code) => {
  expect(findSides(code, "code.css")).toEqual([]);
});

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .sort();
}

function findSides(code: string, file: string): string[] {
  if (file.endsWith(".css")) return sheetSides(code);
  const { program, errors } = parseSync(file, code);
  expect(errors, file).toEqual([]);
  return codeSides(program);
}

/** The classes in all texts of the code, and the names in its inline styles. */
function codeSides(part: unknown, isStyle = false): string[] {
  if (typeof part !== "object" || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((child) => codeSides(child, isStyle));
  const { type, value, key, name } = part as Record<string, unknown>;
  const text = type === "TemplateElement" ? (value as { cooked: string }).cooked : value;
  const own =
    typeof text === "string"
      ? text.split(/\s+/).filter((word) => (isStyle ? sidedStyle : sidedClass).test(word))
      : [];
  const style = isStyle && type === "Property" ? nameOf(key) : "";
  const inStyle = isStyle || (type === "JSXAttribute" && nameOf(name) === "style");
  return [
    ...own,
    ...(sidedStyle.test(style) ? [style] : []),
    ...Object.values(part).flatMap((child) => codeSides(child, inStyle)),
  ];
}

/** What people wrote, in an element that neither has a direction nor is in one that has it. */
function findUndirected(code: string, file: string): string[] {
  if (!file.endsWith(".tsx")) return [];
  return undirected(parseSync(file, code).program, false).map(({ start, end }) =>
    code.slice(start, end),
  );
}

interface Part {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

function undirected(part: unknown, isDirected: boolean): Part[] {
  if (typeof part !== "object" || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((child) => undirected(child, isDirected));
  const { type, children, openingElement } = part as Part;
  if (type !== "JSXElement") {
    return Object.values(part).flatMap((child) => undirected(child, isDirected));
  }
  const { name, attributes } = openingElement as { name: unknown; attributes: { name: unknown }[] };
  const isSafe =
    isDirected ||
    nameOf(name) === "bdi" ||
    attributes.some((attribute) => attribute.name && nameOf(attribute.name) === "dir");
  const own = (children as { expression?: Part }[]).flatMap(({ expression }) =>
    expression && !isSafe && isWritten(expression) ? expression : [],
  );
  return [...own, ...undirected(attributes, false), ...undirected(children, isSafe)];
}

function isWritten({ type, name, object, property }: Part): boolean {
  if (type === "Identifier") return written.test(String(name));
  return type === "MemberExpression" && !isMessage(object) && written.test(nameOf(property));
}

/** Messages are `t.question` or, of a table, `t.fields.question`. */
function isMessage(part: unknown): boolean {
  const { object } = part as Part;
  return nameOf(object ?? part) === "t";
}

function nameOf(part: unknown): string {
  const { name, value } = part as { name?: string; value?: string };
  return String(name ?? value);
}

function sheetSides(code: string): string[] {
  const declarations = code
    .replace(/\/\*.*?\*\//gs, "")
    .split(/[;{}]/)
    .map((text) => text.trim().split(/:\s+/));
  return declarations.flatMap(([property = "", value]) => {
    if (value === undefined) return [];
    const isSided = sidedDeclaration.test(`${property} ${value}`) || differs(property, value);
    return isSided ? [`${property}: ${value}`] : [];
  });
}

/** Whether a shorthand has another value for the right than for the left. */
function differs(property: string, value: string): boolean {
  if (!shorthand.test(property)) return false;
  const [, right, , left] = value.replace(/\(.*?\)+/g, "()").split(/\s+/);
  return left !== undefined && left !== right;
}
