import { type RawBuilder, sql } from "kysely";
import { foldLetters } from "./letters.ts";

// More than people type; each word costs a look-up.
const MAX_WORDS = 8;
// As much as eight words of two characters.
const MAX_CHARACTERS = 16;

/** Chinese characters. The column `search` of `surveys` has the same. */
const characters = /[\u3400-\u9fff]+/g;
const arabic = /^\p{Script=Arab}/u;
/** "The", "and", "with the" and "to the" are written as the beginning of an Arabic word. */
const beginnings = ["", "ال", "و", "وال", "بال", "لل"];
// What would remain of a shorter word is no word.
const begun = /^(?:ال|وال|بال|لل)(?=.{3})/;

/** The words typed so far; the last one may be incomplete. */
function typedWords(typed: string): string[] {
  return (typed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/**
 * The typed text as a query of people's names: whole words, and the last one as a prefix. Empty
 * without words.
 */
export function searchWords(typed: string): string {
  return join(typedWords(typed.toLowerCase()), anySpelling);
}

/** The same as a query of surveys, whose words are made of folded letters. */
export function surveyWords(typed: string): string {
  return join(typedWords(foldLetters(typed).replaceAll(characters, " $& ")), (word, ending) => {
    if (word.match(characters)) return `(${[...word].slice(0, MAX_CHARACTERS).join(" <-> ")})`;
    if (arabic.test(word)) return anyBeginning(word, ending);
    return anySpelling(word, ending);
  });
}

function join(words: string[], write: (word: string, ending: string) => string): string {
  return words
    .map((word, index) => write(word, index === words.length - 1 ? ":*" : ""))
    .join(" & ");
}

function anyBeginning(word: string, ending: string): string {
  const plain = word.replace(begun, "");
  return `(${beginnings.map((beginning) => beginning + plain + ending).join(" | ")})`;
}

/**
 * A database with the locale C stores letters beyond A to Z as they were written, so a word is looked
 * for as people write it: small, with a capital letter, in capitals. Others take all of them for one.
 */
function anySpelling(word: string, ending: string): string {
  const title = word.replace(/^./u, (letter) => letter.toUpperCase());
  const spellings = [word, title, word.toUpperCase()].map(foldAscii);
  const different = [...new Set(spellings)].map((spelling) => spelling + ending);
  return different.length === 1 ? different.join("") : `(${different.join(" | ")})`;
}

function foldAscii(word: string): string {
  return word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Whether a `simple` (language-independent) search vector matches a query of these words. As a
 * subquery: PostgreSQL takes each beginning of a word for a frequent one, and would read the whole
 * table for it. Of words that it does not know when it plans, it expects few rows.
 */
export function hasWords(column: string, words: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} @@ (select to_tsquery('simple', ${words}))`;
}
