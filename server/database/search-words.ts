import { type RawBuilder, sql } from "kysely";

// More than people type; each word costs a look-up.
const MAX_WORDS = 8;

/** The words typed so far; the last one may be incomplete. */
function typedWords(typed: string): string[] {
  return (typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/** The typed text as a query: whole words, and the last one as a prefix. Empty without words. */
export function searchWords(typed: string): string {
  const query = typedWords(typed).join(" & ");
  return query && `${query}:*`;
}

/** Whether a `simple` (language-independent) search vector matches a query of `searchWords`. */
export function hasWords(column: string, words: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} @@ to_tsquery('simple', ${words})`;
}
