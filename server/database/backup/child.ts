import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { BackupProblem } from "./format.ts";
import type { Options, Written } from "./write.ts";

type Message = { written: Written } | { reason: string };

/** Writes a backup in a process of its own, so that no request waits for it. */
export async function writeInChild({ signal, ...options }: Options): Promise<Written> {
  const child = fork(path.join(import.meta.dirname, "process.js"));
  // It removes its unfinished file and ends.
  const stop = () => child.connected && child.disconnect();
  signal?.addEventListener("abort", stop);
  const received: Message[] = [];
  child.on("message", (message: Message) => received.push(message));
  try {
    const exit = once(child, "exit");
    child.send(options, () => {});
    if (signal?.aborted) stop();
    await exit;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
  const [message = { reason: "its process was killed." }] = received;
  if ("reason" in message) throw new BackupProblem(message.reason);
  return message.written;
}
