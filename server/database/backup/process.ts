import { constants, setPriority } from "node:os";
import { type Options, writeBackup } from "./write.ts";

// The program of the process that `child.ts` starts: writes one backup, and ends.

// Requests and PostgreSQL come first.
try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // A service manager or a container may forbid it.
}
const stopping = new AbortController();
// When the server stops or is killed. Signals are for the server; Ctrl-C reaches this process too.
process.once("disconnect", () => stopping.abort());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

process.once("message", async (options: Omit<Options, "signal">) => {
  try {
    process.send?.({ written: await writeBackup({ ...options, signal: stopping.signal }) });
  } catch (error) {
    process.send?.({ reason: error instanceof Error ? error.message : String(error) });
  } finally {
    process.disconnect?.();
  }
});
