// Nobody types more words, and each one costs a look-up.
const MAX_WORDS = 8;

/**
 * What somebody has typed so far, as a query: whole words, and the beginning of the last one,
 * which may not be finished. Empty for no words.
 */
export function searchWords(typed: string): string {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const query = words.slice(0, MAX_WORDS).join(" & ");
  return query && `${query}:*`;
}
