import { type RawBuilder, sql } from "kysely";

// Nobody types more words, and each one costs a look-up.
const MAX_WORDS = 8;

/** The words that somebody has typed so far; the last one may not be finished. */
function typedWords(typed: string): string[] {
  return (typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/** What was typed as a query: whole words, and the beginning of the last. Empty for no words. */
export function searchWords(typed: string): string {
  const query = typedWords(typed).join(" & ");
  return query && `${query}:*`;
}

/** Whether a column of words, made without regard to any language, has what `searchWords` gave. */
export function hasWords(column: string, words: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} @@ to_tsquery('simple', ${words})`;
}
