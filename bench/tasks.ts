import { fork } from "node:child_process";
import path from "node:path";
import { openLog } from "../server/testing/server-process.ts";

// The processes of a measurement are told what to do by messages: one task at a time, one answer.

type Tasks = Record<string, (input: never) => Promise<unknown>>;

interface Answer {
  answer?: unknown;
  failure?: string;
}

/** In the started process: what it can be asked to do. */
export function onTask(tasks: Tasks): void {
  process.on("message", async ({ task, input }: { task: string; input: never }) => {
    try {
      process.send?.({ answer: await tasks[task]?.(input) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
}

export interface Helper {
  pid: number;
  ask<Reply>(task: string, input: unknown): Promise<Reply>;
  stop(): Promise<void>;
}

/** Starts a program of this folder as a process of its own. */
export function startHelper(program: string, logFile: string): Helper {
  const output = openLog(logFile);
  const child = fork(path.join(import.meta.dirname, program), {
    serialization: "advanced",
    stdio: ["ignore", output, output, "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    pid: child.pid ?? 0,
    ask: <Reply>(task: string, input: unknown) =>
      new Promise<Reply>((resolve, reject) => {
        const gone = () => reject(new Error(`${program} ended; see ${logFile}`));
        child.once("exit", gone);
        child.once("message", ({ answer, failure }: Answer) => {
          child.off("exit", gone);
          if (failure === undefined) resolve(answer as Reply);
          else reject(new Error(`${task}: ${failure}`));
        });
        child.send({ task, input });
      }),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
