import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

// Turns messages into TypeScript. One without parameters becomes a string, one with parameters a
// function, so that a forgotten parameter does not compile and a page carries no interpreter.

const MARKUP = "(words: string) => ReactNode";
const identifier = /^[a-z][A-Za-z0-9]*$/;

/** The module of one group of messages; a message may also be a table of messages, by their codes. */
export function compileGroup(language, messages) {
  const body = Object.entries(messages).map(([name, message]) => {
    if (!identifier.test(name)) throw new Error(`${name} can't be the name of a message`);
    const type = typeof message === "string" && !hasParameters(message) ? ": string" : "";
    return `export const ${name}${type} = ${compileEntry(message)};`;
  });
  return `${[...imports(language, body.join("\n")), ...body].join("\n")}\n`;
}

/** The module that says which language the messages are in. */
export function compileLanguage(language) {
  return Object.entries(language)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join("");
}

function imports({ tag, direction }, code) {
  const helpers = ["number", "date", "plural", "isolate", "choose"].filter((name) =>
    code.includes(`\${${name}(`),
  );
  return [
    ...(code.includes("createElement(")
      ? ['import { createElement, Fragment, type ReactNode } from "react";']
      : []),
    ...(helpers.length > 0
      ? [
          'import { speak } from "../../speak.ts";',
          `const { ${helpers.join(", ")} } = /*#__PURE__*/ speak("${tag}", "${direction}");`,
        ]
      : []),
  ];
}

function compileEntry(message) {
  if (typeof message === "string") return compileMessage(message);
  const rows = Object.entries(message).map(
    ([name, entry]) => `${JSON.stringify(name)}: ${compileEntry(entry)},`,
  );
  return `{\n${rows.join("\n")}\n}`;
}

function hasParameters(message) {
  return Object.keys(findParameters(parseMessage(message))).length > 0;
}

export function compileMessage(message) {
  const parts = parseMessage(message);
  const parameters = Object.entries(findParameters(parts));
  if (parameters.length === 0) return compileText(parts);
  const input = `p: { ${parameters.map(([name, type]) => `${name}: ${type}`).join("; ")} }`;
  return parameters.some(([, type]) => type === MARKUP)
    ? `(${input}): ReactNode => createElement(Fragment, null, ${compileMarkup(parts)})`
    : `(${input}): string => ${compileText(parts)}`;
}

export function parseMessage(message) {
  return parse(message, { requiresOtherClause: false });
}

/** The parameters of a message, with their types. */
export function findParameters(parts, found = {}) {
  for (const part of parts) {
    const type = typeOf(part);
    const before = found[part.value];
    if (type && before) {
      refuse((type === MARKUP) !== (before === MARKUP), "a tag and a parameter of one name");
    }
    // What also stands there as a number or as a select is no other text.
    if (type && !(before && type === "string")) found[part.value] = type;
    findParameters(part.children ?? [], found);
    for (const { value } of Object.values(part.options ?? {})) findParameters(value, found);
  }
  return found;
}

function typeOf(part) {
  switch (part.type) {
    case TYPE.argument:
    case TYPE.date:
      return "string";
    case TYPE.number:
    case TYPE.plural:
      return "number";
    case TYPE.select:
      return selectType(part);
    case TYPE.tag:
      return MARKUP;
  }
}

/** Only a select with `other` takes any text. */
function selectType({ options }) {
  const names = Object.keys(options).sort();
  return names
    .map((name) => (name === "other" ? "(string & {})" : JSON.stringify(name)))
    .join(" | ");
}

/** The children of a fragment: texts, and what the caller makes of the words inside a tag. */
function compileMarkup(parts) {
  return parts
    .map((part) =>
      part.type === TYPE.tag
        ? `p.${part.value}(${compileText(part.children)})`
        : compileText([part]),
    )
    .join(", ");
}

function compileText(parts, counted) {
  return `\`${parts.map((part) => compilePart(part, counted)).join("")}\``;
}

function compilePart(part, counted) {
  switch (part.type) {
    case TYPE.literal:
      return part.value.replace(/[`\\]|\$\{/g, "\\$&");
    case TYPE.argument:
      return `\${isolate(p.${part.value})}`;
    case TYPE.number:
      refuse(part.style, "a style");
      return `\${number(p.${part.value})}`;
    case TYPE.date:
      refuse(part.style, "a style");
      return `\${date(p.${part.value})}`;
    case TYPE.pound:
      return `\${number(p.${counted})}`;
    case TYPE.plural:
      refuse(part.pluralType !== "cardinal", "an ordinal");
      refuse(part.offset, "an offset");
      return `\${plural(p.${part.value}, ${compileOptions(part, part.value)})}`;
    case TYPE.select:
      return `\${choose(p.${part.value}, ${compileOptions(part, counted)})}`;
    default:
      return refuse(true, TYPE[part.type]);
  }
}

/** Otherwise what `speak.ts` does not know would be left out silently. */
function refuse(isThere, what) {
  if (isThere) throw new Error(`it can't have ${what} here`);
}

function compileOptions({ options }, counted) {
  const cases = Object.entries(options).map(
    ([name, { value }]) => `${JSON.stringify(name)}: ${compileText(value, counted)}`,
  );
  return `{ ${cases.join(", ")} }`;
}
