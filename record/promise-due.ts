import { PROMISED_MS, SLACK_MS } from "./checkpoint.ts";
import { AT_CLOSING } from "./promises.ts";

// An hour, or a day for a ballot that waits for others, and the time zones by which the clocks of some
// devices are wrong.
const SOON_MS = 48 * 60 * 60_000;

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

const DAY_MS = 24 * 60 * 60_000;

/** When a vote that must be in the record by `due` is looked for; tomorrow if that is not known. */
export function lookAt(due: string | null, now: Date): string {
  const at = due ? Date.parse(due) + SLACK_MS : now.getTime() + DAY_MS;
  return new Date(at).toISOString();
}

/**
 * When a vote that was found is looked at again: once its survey has closed and its record has ended,
 * after which it can't be set aside in silence. Null if that was just seen.
 */
export function lookAgainAt(closesAt: string | null, isClosed: boolean, now: Date): string | null {
  if (isClosed) return null;
  const due = closesAt && dueAt(AT_CLOSING, closesAt);
  if (due && new Date(due) > now) return lookAt(due, now);
  return new Date(now.getTime() + 7 * DAY_MS).toISOString();
}
