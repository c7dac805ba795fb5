import { type Logger, pino } from "pino";

// A busy server writes many lines at once instead of waiting for the disk after each.
const BUFFERED_BYTES = 8 * 1024;
// How late a line may be on a quiet server. Somebody who watches the log does not notice it.
const LATEST_MS = 500;

/** The log of this process, to standard output. What is buffered is written when it ends. */
export function createLog(level: string): Logger {
  return pino(
    { level },
    pino.destination({ minLength: BUFFERED_BYTES, periodicFlush: LATEST_MS, sync: false }),
  );
}
