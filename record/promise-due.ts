import { PROMISED_MS } from "./checkpoint.ts";
import { AT_CLOSING } from "./promises.ts";

// An hour, and the time zones by which the clocks of some devices are wrong.
const SOON_MS = 24 * 60 * 60_000;

/** A promise for a time that never comes promises nothing. To be asked when a vote is answered. */
export function isSoon(by: string, resultsMode: string, now: Date): boolean {
  if (by === AT_CLOSING) return resultsMode === "closed";
  return Date.parse(by) < now.getTime() + SOON_MS;
}

/** When a promise falls due. After the closing, the site has an hour. */
export function dueAt(by: string, closesAt: string | null): string | null {
  if (by !== AT_CLOSING) return by;
  return closesAt && new Date(Date.parse(closesAt) + PROMISED_MS).toISOString();
}
