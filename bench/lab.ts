import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectRoot } from "../server/process/project-root.ts";

/** The room of one measurement, or of one scenario of `reliability/`. */
export interface Lab {
  /** Removed at the end. */
  directory: string;
  /** Logs and profiles, which stay until the next run. */
  logDir: string;
  /** Runs at the end, the last added first, whatever happened. Throws if the end has come. */
  atEnd(undo: () => unknown): void;
}

// Longer than a server and its PostgreSQL take to stop.
const UNDO_MS = 60_000;

const clearings = new Set<() => Promise<void>>();

// Otherwise Ctrl-C would leave PostgreSQL running, and disks mounted. A second one changes nothing.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, async () => {
    process.stderr.write(`ended by ${signal}\n`);
    await Promise.all([...clearings].map((clear) => clear()));
    process.exit(1);
  });
}

/** Does its work in a new lab, and clears it away afterwards. Logs are in `.cache/<name>`. */
export async function inLab<Result>(
  name: string,
  work: (lab: Lab) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-lab-"));
  const logDir = path.join(projectRoot, ".cache", name);
  rmSync(logDir, { recursive: true, force: true });
  mkdirSync(logDir, { recursive: true });
  const steps = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 }) as unknown];
  let clearing: Promise<void> | undefined;

  async function undoAll(): Promise<void> {
    for (const undo of steps.reverse()) {
      // What fails must not keep the rest from being undone.
      await Promise.race([Promise.resolve().then(undo), wait(UNDO_MS, null, { ref: false })]).catch(
        (error: unknown) => process.stderr.write(`${name}: ${error}\n`),
      );
    }
  }
  function clear(): Promise<void> {
    clearing ??= undoAll();
    return clearing;
  }

  clearings.add(clear);
  try {
    return await work({
      directory,
      logDir,
      atEnd(undo) {
        if (clearing) throw new Error("nothing is begun any more: everything is being ended");
        steps.push(undo);
      },
    });
  } finally {
    await clear();
    clearings.delete(clear);
  }
}

/** Asks again and again until there is an answer. Undefined if there is none in time. */
export async function until<Answer>(
  ask: () => Answer | Promise<Answer>,
  withinMs: number,
): Promise<Exclude<Answer, false | null> | undefined> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as Exclude<Answer, false | null>;
    if (performance.now() > deadline) return undefined;
    await wait(50);
  }
}

/** The same where nothing can go on without the answer. */
export async function needed<Answer>(
  what: string,
  withinSeconds: number,
  ask: () => Answer | Promise<Answer>,
) {
  const answer = await until(ask, withinSeconds * 1000);
  if (answer === undefined) throw new Error(`no ${what} within ${withinSeconds} seconds`);
  return answer;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
