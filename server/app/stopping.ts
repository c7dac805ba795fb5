import { setTimeout as delay } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
// Crashes of Node itself. A process that handles them crashes again and again instead of ending, for
// example when it ends after its terminal was closed.
const CRASHES = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"] as const;

// Far longer than it takes to write a buffer of a few kilobytes.
const FLUSH_MS = 500;

interface Options {
  log: Logger;
  /** Stopping is given up after this time. */
  withinMs: number;
}

/**
 * Calls `stop` when this process is told to end, or fails, and ends it afterwards. Further signals
 * change nothing: Ctrl-C reaches each process from the terminal, and again from npm or a supervisor.
 */
export function whenStopped({ log, withinMs }: Options, stop: () => Promise<void>): void {
  const { close } = closeWithGrace(
    // For it a second signal means not to wait for anything.
    // SIGUSR2 makes the site read-only.
    { delay: withinMs, logger: log, skip: [...SIGNALS, ...CRASHES, "SIGUSR2"] },
    async ({ err }) => {
      if (err) log.fatal({ err }, "stopping after an unexpected failure");
      await stop();
      // At the end of the process it would be tried for ever if the reader of the log is gone. Then
      // this may have no answer either; and if the log is a pipe it always fails to reach a disk.
      await Promise.race([new Promise<void>((done) => log.flush(() => done())), delay(FLUSH_MS)]);
    },
  );
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isStopping) close();
      isStopping = true;
    });
  }
}
