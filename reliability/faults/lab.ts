import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectRoot } from "../../server/process/project-root.ts";

/** The room of one scenario: a directory, a log, and what has to be undone at the end. */
export interface Lab {
  directory: string;
  /** What the server prints. It is kept after the run. */
  logFile: string;
  /** Runs at the end, the last added first, whatever happened. */
  atEnd(undo: () => unknown): void;
}

const logDir = path.join(projectRoot, ".cache/faults");
// Longer than a server and its PostgreSQL take to stop.
const UNDO_MS = 60_000;

const undone: (() => Promise<void>)[] = [];

/** Runs `work` in a new lab, and clears it away afterwards. */
export async function inLab<Result>(
  name: string,
  work: (lab: Lab) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-faults-"));
  mkdirSync(logDir, { recursive: true });
  const logFile = path.join(logDir, `${name}.log`);
  rmSync(logFile, { force: true });
  const undoing: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true })];
  async function clear(): Promise<void> {
    for (const undo of undoing.splice(0).reverse()) {
      // What fails must not keep the rest from being undone.
      await Promise.race([Promise.resolve().then(undo), wait(UNDO_MS, null, { ref: false })]).catch(
        (error: unknown) => process.stderr.write(`${name}: ${error}\n`),
      );
    }
  }
  undone.push(clear);
  try {
    return await work({ directory, logFile, atEnd: (undo) => undoing.push(undo) });
  } finally {
    await clear();
  }
}

/** Leaves nothing running or mounted, for Ctrl-C and for a run that takes too long. */
export async function clearLabs(): Promise<void> {
  await Promise.all(undone.map((clear) => clear()));
}

/** Waits for a condition. False if it has not come true in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}
