import type { Writable } from "node:stream";
import { type DestinationStream, type Logger, pino } from "pino";

// A busy server writes many lines at once instead of waiting for the disk after each.
const BUFFERED_BYTES = 8 * 1024;
// How late a line may be on a quiet server. Somebody who watches the log does not notice it.
const LATEST_MS = 500;

// The most that Linux writes to a pipe in one piece. Workers share one standard output, and a longer
// piece of one could break a line of another.
const WHOLE_BYTES = 4096;

interface Options {
  logLevel: string;
  workers: number;
}

type Output = Writable & { isTTY?: boolean };

/** The log of this process: readable lines in a terminal, otherwise JSON to standard output. */
export async function createLog(
  { logLevel, workers }: Options,
  output: Output = process.stdout,
): Promise<Logger> {
  const destination = output.isTTY ? await linesForPeople(output) : jsonLines(workers);
  return pino({ level: logLevel }, destination);
}

/** What is buffered is written when the process ends. */
function jsonLines(workers: number): DestinationStream {
  const buffered =
    workers === 1
      ? { minLength: BUFFERED_BYTES }
      : { minLength: WHOLE_BYTES / 2, maxWrite: WHOLE_BYTES };
  return pino.destination({ ...buffered, periodicFlush: LATEST_MS, sync: false });
}

/** One short line for each entry. The library is loaded only for a terminal. */
async function linesForPeople(output: Output): Promise<DestinationStream> {
  const { default: pretty } = await import("pino-pretty");
  // The terminal may be closed while the server stops. Nobody reads the rest.
  output.on("error", () => {});
  return pretty({
    destination: output,
    translateTime: "SYS:HH:MM:ss",
    messageFormat: "{msg}{if route} {method} {route} {status} in {ms} ms{end}",
    ignore: "pid,hostname,requestId,method,route,status,ms,applied",
    singleLine: true,
  });
}
