import { TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";
import { parseMessage } from "./compile.mjs";

// A language that nobody speaks, made of English for tests: ⟦Ĺöĝ ïñ ··⟧. What a page shows outside of
// the brackets, or without accents, is in no catalogue. It is longer, as most languages are.

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "àƀçđéƒĝĥïĵķĺṁñöþǫŕšŧüṽŵẋýžÀƁÇĐÉƑĜĤÏĴĶĹṀÑÖÞǪŔŠŦÜṼŴẊÝŽ";
// German and French texts are about so much longer than English ones.
const LONGER = 0.35;

/** All messages of a catalogue, in tables too. */
export function pseudonymise(messages) {
  return Object.fromEntries(
    Object.entries(messages).map(([name, entry]) => [
      name,
      typeof entry === "string" ? pseudo(entry) : pseudonymise(entry),
    ]),
  );
}

function pseudo(message) {
  return printAST(bracket(parseMessage(message)));
}

/** What stands in a tag has brackets of its own, because it becomes an element of its own. */
function bracket(parts) {
  // In groups, between which a line can be broken as between words.
  const dots = "·".repeat(Math.ceil(lengthOf(parts) * LONGER));
  const groups = dots.match(/.{1,6}/g) ?? [];
  return [literal("⟦"), ...parts.map(accent), literal(` ${groups.join(" ")}⟧`)];
}

const literal = (value) => ({ type: TYPE.literal, value });

function accent(part) {
  if (part.type === TYPE.literal) {
    return literal(part.value.replace(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)]));
  }
  if (part.type === TYPE.tag) return { ...part, children: bracket(part.children) };
  if (!part.options) return part;
  const options = Object.entries(part.options).map(([name, option]) => [
    name,
    { ...option, value: option.value.map(accent) },
  ]);
  return { ...part, options: Object.fromEntries(options) };
}

function lengthOf(parts) {
  return parts.reduce(
    (sum, { type, value }) => sum + (type === TYPE.literal ? value.length : 1),
    0,
  );
}
