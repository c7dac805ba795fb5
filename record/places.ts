// In a large record a vote is looked for among those whose receipts begin alike, so that the question
// does not tell which of them it is about. Receipts are random: where they begin tells nothing.

/** A record of so many entries is read whole: some 300 kB, and half of that compressed. */
export const READ_WHOLE = 4_096;
/** Fewer would tell too much about whose receipt is checked. */
export const SHARED_LEAST = 50;
// On average so many to twice as many votes share a beginning, and hardly ever fewer than 50.
const SHARED = 128;
/** Far more than share one; also what is listed of other entries. */
export const PLACES_LISTED = 1_000;

/** What a site says of the votes whose receipts begin alike. */
export interface Places {
  places: number[];
  /** Those of entries that are no votes, the last 1,000. */
  others: number[];
}

/** How many bits of the receipts are compared in a record of this size. */
export function bitsFor(size: number): number {
  return Math.max(0, Math.floor(Math.log2(size / SHARED)));
}

/** The first bits of a receipt as hex digits; what is left of the last digit is 0. */
export function prefixOf(receipt: string, bits: number): string {
  const digits = receipt.slice(0, Math.ceil(bits / 4));
  const rest = 2 ** restOf(bits);
  const value = Number.parseInt(digits, 16);
  return (value - (value % rest)).toString(16).padStart(digits.length, "0");
}

/** The first and the last receipt that begin so. */
export function receiptsWith(prefix: string, bits: number): [string, string] {
  const last = Number.parseInt(prefix, 16) + 2 ** restOf(bits) - 1;
  const digits = last.toString(16).padStart(prefix.length, "0");
  return [prefix.padEnd(32, "0"), digits.padEnd(32, "f")];
}

function restOf(bits: number): number {
  return Math.ceil(bits / 4) * 4 - bits;
}
