// A path has 4,096 bytes at most; names that somebody else wrote have no such bound.
const LONGEST_LINE = 5_000;

/**
 * One line, in which characters that would give orders to a terminal, turn the order of letters or
 * begin another line are shown as their codes: part of the text may be somebody else's.
 */
export function printable(line: string): string {
  return line
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .slice(0, LONGEST_LINE);
}
