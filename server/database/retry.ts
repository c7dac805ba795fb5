import { setTimeout as wait } from "node:timers/promises";

/**
 * Serialisation failure, deadlock, too many connections, a server that stops or starts, a statement
 * that took too long, as while a machine of a cluster recovers, or a transaction that waited too
 * long for its next statement.
 */
const passingCodes = new Set([
  "40001",
  "40P01",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "57014",
  "25P03",
]);
const lostConnection = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  // A machine that is gone from its network, or whose name can't be looked up just now.
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);
const DISK_FULL = "53100";
// Errors without a code of their own: the driver's, and that of Citus when a machine dies.
const lostConnectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|could not commit transaction for shard/;

/** A write on a standby, or any use of an unlogged table: this machine is no longer the primary. */
function isFromStandby(error: Error): boolean {
  const code = "code" in error ? error.code : "";
  return code === "25006" || (code === "0A000" && error.message.endsWith("during recovery"));
}

/** True for a failure that does not depend on the query: trying again may work. */
export function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses, as localhost often is: one failure for each.
  if (error instanceof AggregateError) return error.errors.some(isPassingFailure);
  const code = "code" in error ? String(error.code) : "";
  if (passingCodes.has(code) || code.startsWith("08") || isFromStandby(error)) return true;
  if (lostConnection.has(code) && "syscall" in error) return true;
  // On a full disk it took no new connection; one that is open may be free in a moment.
  if (code === DISK_FULL && "severity" in error && error.severity === "FATAL") return true;
  return lostConnectionMessages.test(error.message);
}

/** True if the next query on the same connection would fail too, although the driver keeps it. */
export function isFailureOfConnection(error: Error): boolean {
  return isFromStandby(error) || error.message === "Query read timeout";
}

/** Classes of errors: out of memory or disk space, cancelled or timed out, disk failure. */
const troubles = /^(53|57|58)/;

/** True for a failure of the database as a whole, whatever the query. */
export function isOwnFailure(error: unknown): boolean {
  if (isPassingFailure(error)) return true;
  return error instanceof Error && "code" in error && troubles.test(String(error.code));
}

// Four tries within at most 1.5 seconds: longer than a brief failover, short enough that people
// wait. After that the answer is 503.
const pausesMs = [50, 250, 1_000];

// A database that is frozen rather than down blocks each try for up to 12 seconds (connect.ts).
// Another try would only double the wait.
const NO_NEW_TRY_AFTER_MS = 3_000;

/**
 * Runs `work` again after a temporary failure. What it writes must be safe to write twice. A result
 * that needed no waiting is returned as it is.
 */
export function withRetry<Result>(
  work: () => Promise<Result>,
  noNewTryAfterMs?: number,
): Promise<Result>;
export function withRetry<Result>(work: () => Promise<Result> | Result): Promise<Result> | Result;
export function withRetry<Result>(
  work: () => Promise<Result> | Result,
  noNewTryAfterMs = NO_NEW_TRY_AFTER_MS,
): Promise<Result> | Result {
  const first = work();
  if (!(first instanceof Promise)) return first;
  return tryAgain(first, work, performance.now() + noNewTryAfterMs);
}

async function tryAgain<Result>(
  first: Promise<Result>,
  work: () => Promise<Result> | Result,
  deadline: number,
): Promise<Result> {
  let running: Promise<Result> | Result = first;
  for (const pause of pausesMs) {
    try {
      return await running;
    } catch (error) {
      if (performance.now() >= deadline || !isPassingFailure(error)) throw error;
      await wait(pause * (0.5 + Math.random() / 2));
      running = work();
    }
  }
  return running;
}
