import { LANGUAGE } from "../../contract/language.ts";
import { ProblemError } from "./problems.ts";

/** Until when the site is read-only; null if it is not. */
export type ReadOnlyUntil = () => Promise<Date | null>;

const words = new Intl.DateTimeFormat(LANGUAGE, {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Answers 503 with the time, if the site is read-only. */
export async function refuseIfReadOnly(readOnlyUntil: ReadOnlyUntil): Promise<void> {
  const until = await readOnlyUntil();
  if (!until) return;
  throw new ProblemError("read_only", {
    detail: `Please try again after ${words.format(until)} UTC. Until then you can read everything.`,
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
  });
}
