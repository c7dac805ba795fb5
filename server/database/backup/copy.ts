import { spawn } from "node:child_process";
import { once } from "node:events";
import { BackupProblem } from "./format.ts";

interface Options {
  /** The operator's program. */
  command: string;
  file: string;
  limitMs: number;
  signal: AbortSignal;
}

// Of what it has written to standard error; the end says why it failed.
const SHOWN_CHARACTERS = 500;

/**
 * Runs the operator's program with the path of a backup as its only argument. There is no shell, so
 * nothing in a path is ever a command. Throws why it failed.
 */
export async function copyElsewhere({ command, file, limitMs, signal }: Options): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  const ended = AbortSignal.any([signal, limit]);
  // Only what a program needs to run: the server's other settings are secrets of the site.
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(command, [file], {
    env: { PATH, HOME, TMPDIR },
    stdio: ["ignore", "ignore", "pipe"],
    // A process group of its own, so that whatever it has started ends with it.
    detached: true,
  });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has just ended by itself.
    }
  };
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-SHOWN_CHARACTERS);
  });
  ended.addEventListener("abort", end);
  try {
    if (ended.aborted) end();
    const [code, killedBy] = await once(child, "close").catch(({ code: reason }) => {
      throw new BackupProblem(`${command} can't be run (${reason}).`);
    });
    if (code === 0) return;
    const how = limit.aborted ? "took too long" : `ended with ${code ?? killedBy}`;
    throw new BackupProblem(`${command} ${how} (${said.trim() || "it gave no reason"}).`);
  } finally {
    ended.removeEventListener("abort", end);
  }
}
