import { type RawBuilder, sql } from "kysely";

// More than people type; each word costs a look-up.
const MAX_WORDS = 8;

/** The words typed so far; the last one may be incomplete. */
function typedWords(typed: string): string[] {
  return (typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/** The typed text as a query: whole words, and the last one as a prefix. Empty without words. */
export function searchWords(typed: string): string {
  const words = typedWords(typed);
  return words
    .map((word, index) => anySpelling(word, index === words.length - 1 ? ":*" : ""))
    .join(" & ");
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

/** Whether a `simple` (language-independent) search vector matches a query of `searchWords`. */
export function hasWords(column: string, words: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} @@ to_tsquery('simple', ${words})`;
}
