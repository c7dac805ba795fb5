import { type Logger, pino } from "pino";

// A busy server writes many lines at once instead of waiting for the disk after each.
const BUFFERED_BYTES = 8 * 1024;
// How late a line may be on a quiet server. Somebody who watches the log does not notice it.
const LATEST_MS = 500;

// The most that Linux writes to a pipe in one piece. Workers share one standard output, and a longer
// piece of one could break a line of another.
const WHOLE_BYTES = 4096;

/** The log of this process, to standard output. What is buffered is written when it ends. */
export function createLog({ logLevel, workers }: { logLevel: string; workers: number }): Logger {
  const buffered =
    workers === 1
      ? { minLength: BUFFERED_BYTES }
      : { minLength: WHOLE_BYTES / 2, maxWrite: WHOLE_BYTES };
  return pino(
    { level: logLevel },
    pino.destination({ ...buffered, periodicFlush: LATEST_MS, sync: false }),
  );
}
