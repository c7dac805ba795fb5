import { RECORDS_IN_ALL } from "../../../contract/responses.ts";

/**
 * How many of its newest records each survey gets in one answer, at most `most`, if the surveys have
 * so many: all of them if they fit, otherwise those with many get equally many of what the others
 * leave.
 */
export function recordsOfEach(counts: number[], most: number): number {
  let left = RECORDS_IN_ALL;
  let sharing = counts.length;
  for (const count of counts.toSorted((a, b) => a - b)) {
    const share = Math.floor(left / sharing);
    if (count > share) return Math.min(most, share);
    left -= count;
    sharing -= 1;
  }
  return most;
}
