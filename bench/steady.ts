import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createAnswerReader } from "./load.ts";

interface Steady {
  port: number;
  perSecond: number;
  total: number;
  /** The status that every answer must have. */
  status: number;
  request: (turn: number) => string;
  onAnswer?: () => void;
}

const SEND_EVERY_MS = 10;
// Longer than any request may take.
const PATIENCE_MS = 20_000;

/** Sends so many requests per second, however long their answers take. */
export async function sendSteadily(options: Steady): Promise<void> {
  const { port, perSecond, total, status, request, onAnswer } = options;
  const open = new Set<Sender>();
  const idle: Sender[] = [];
  let [sent, answered] = [0, 0];
  let failure: Error | undefined;
  const onEnd = (sender: Sender) => {
    answered += 1;
    idle.push(sender);
    onAnswer?.();
  };
  const onFailure = (error: Error) => {
    failure ??= error;
  };

  const start = performance.now();
  const deadline = start + (total / perSecond) * 1000 + PATIENCE_MS;
  try {
    while (answered < total) {
      const now = performance.now();
      if (failure) throw failure;
      if (now > deadline) throw new Error(`${total - answered} of ${total} requests got no answer`);
      const due = Math.min(total, ((now - start) / 1000) * perSecond);
      for (; sent < due; sent += 1) {
        const sender = idle.pop() ?? openSender(port, status, onEnd, onFailure);
        open.add(sender);
        sender.send(request(sent));
      }
      await wait(SEND_EVERY_MS);
    }
  } finally {
    for (const { close } of open) close();
  }
}

interface Sender {
  send(request: string): void;
  close(): void;
}

/** A connection that sends one request at a time. */
function openSender(
  port: number,
  status: number,
  onEnd: (sender: Sender) => void,
  onFailure: (error: Error) => void,
): Sender {
  const reader = createAnswerReader(status);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const sender = {
    send: (request: string) => socket.write(request, "latin1"),
    close: () => socket.destroy(),
  };
  socket.on("data", (bytes) => {
    try {
      if (reader.read(bytes, bytes.length)) onEnd(sender);
    } catch (error) {
      onFailure(error as Error);
    }
  });
  socket.once("error", onFailure);
  return sender;
}
