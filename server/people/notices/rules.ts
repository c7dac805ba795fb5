import type { Rhythm } from "../../../contract/follows.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// In the morning of Europe, and before that of America.
const MORNING_MS = 7 * HOUR_MS;
// 1 January 1970 was a Thursday.
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the next mail of news goes to somebody who wants them in this rhythm; null if none does. */
export function nextMailAt(rhythm: Rhythm, now: Date): Date | null {
  if (rhythm === "never") return null;
  if (rhythm === "at-once") return now;
  const [every, first] =
    rhythm === "daily" ? [DAY_MS, MORNING_MS] : [7 * DAY_MS, FIRST_MONDAY_MS + MORNING_MS];
  const passed = Math.floor((now.getTime() - first) / every);
  return new Date(first + (passed + 1) * every);
}
