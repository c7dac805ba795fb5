import { promisify } from "node:util";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
// Crashes of Node itself. A process that handles them crashes again and again instead of ending, for
// example when it ends after its terminal was closed.
const CRASHES = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"] as const;

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
    { delay: withinMs, logger: log, skip: [...SIGNALS, ...CRASHES] },
    async ({ err }) => {
      if (err) log.fatal({ err }, "stopping after an unexpected failure");
      await stop();
      // Before the process ends: if nobody reads the log any more, writing it then would never end.
      await promisify(log.flush).call(log);
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
