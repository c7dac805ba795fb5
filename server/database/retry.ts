import { setTimeout as wait } from "node:timers/promises";

/** Serialisation failure, deadlock, and a server that is stopping, starting or has lost us. */
const passingCodes = new Set(["40001", "40P01", "57P01", "57P02", "57P03", "53300"]);
const lostConnection = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"]);
// The driver gives these no code of their own.
const lostConnectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

/** True for a failure that says nothing about the query itself: trying again may well work. */
export function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (passingCodes.has(code) || code.startsWith("08")) return true;
  if (lostConnection.has(code) && "syscall" in error) return true;
  return lostConnectionMessages.test(error.message);
}

/** Out of memory or disk space, cancelled or out of time, a broken disk. */
const troubles = /^(53|57|58)/;

/** True for a failure of the database as a whole, whatever it was asked. */
export function isOwnFailure(error: unknown): boolean {
  if (isPassingFailure(error)) return true;
  return error instanceof Error && "code" in error && troubles.test(String(error.code));
}

// Four tries over at most a second and a half: longer than a failover's flicker,
// shorter than a person's patience. Past that the answer is 503.
const pausesMs = [50, 250, 1_000];

// A database that is frozen, not away, holds each try for up to twelve seconds (connect.ts). The
// next try would only double the wait.
const NO_NEW_TRY_AFTER_MS = 3_000;

/** Runs `work` again after a passing failure. Whatever it writes must bear being written twice. */
export async function withRetry<Result>(
  work: () => Promise<Result>,
  noNewTryAfterMs = NO_NEW_TRY_AFTER_MS,
): Promise<Result> {
  const started = performance.now();
  for (const pause of pausesMs) {
    try {
      return await work();
    } catch (error) {
      const late = performance.now() - started >= noNewTryAfterMs;
      if (late || !isPassingFailure(error)) throw error;
      await wait(pause * (0.5 + Math.random() / 2));
    }
  }
  return work();
}
