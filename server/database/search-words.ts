// Nobody types more words, and each one costs a look-up.
const MAX_WORDS = 8;

/** The words that somebody has typed so far; the last one may not be finished. */
export function typedWords(typed: string): string[] {
  return (typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/** Whole words, and the beginning of the last one, as PostgreSQL's `to_tsquery` reads them. */
export function toQuery(words: string[]): string {
  return words.length > 0 ? `${words.join(" & ")}:*` : "";
}

/** The same for what was typed. Empty for no words. */
export function searchWords(typed: string): string {
  return toQuery(typedWords(typed));
}
