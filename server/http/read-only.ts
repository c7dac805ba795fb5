import { ProblemError } from "./problems.ts";

/** Until when the site is read-only; null if it is not. */
export type ReadOnlyUntil = () => Promise<Date | null>;

/** Answers 503 with the time, if the site is read-only. */
export async function refuseIfReadOnly(readOnlyUntil: ReadOnlyUntil): Promise<void> {
  const until = await readOnlyUntil();
  if (!until) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const params = { until: until.toISOString() };
  throw new ProblemError({ refused: "site.read-only", params }, { retryAfterSeconds });
}
