import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTask } from "./tasks.ts";

export interface Attack {
  port: number;
  /** One of this machine's own, from which no proxy calls. */
  address: string;
  connections: number;
  seconds: number;
  /** None: the connections are opened, and nothing is sent on them. */
  calls: { method?: string; url: string; token?: string; body?: string }[];
}

/** Calls on every connection as fast as there are answers, whatever they say. */
async function attack(input: Attack) {
  const { port, address, connections, seconds, calls } = input;
  if (calls.length === 0) return holdConnections(input);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: address });
  const end = performance.now() + seconds * 1000;
  const answers: Record<string, number> = {};
  let turn = 0;

  const callOnce = () =>
    new Promise<void>((done) => {
      const { method, url, token, body } = calls[turn++ % calls.length] ?? { url: "/" };
      const headers = {
        accept: "text/html, */*",
        ...(token && { validation: `bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      };
      const sent = request(
        { port, path: url, method: method ?? "GET", agent, headers },
        (answer) => {
          const status = String(answer.statusCode);
          answers[status] = (answers[status] ?? 0) + 1;
          answer.on("close", done).resume();
        },
      );
      sent.on("error", () => done()).end(body);
    });

  const asking = Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await callOnce();
    }),
  );
  // What is still waiting is cut.
  setTimeout(() => agent.destroy(), seconds * 1000 + 200);
  await asking;
  return answers;
}

/** Opens again what is closed. Returns how many it holds at the end, and how many were closed. */
async function holdConnections({ port, address, connections, seconds }: Attack) {
  const held = new Set<Socket>();
  let closed = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    while (held.size < connections) {
      const socket = connect({ port, host: "127.0.0.1", localAddress: address });
      held.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        closed += 1;
        held.delete(socket);
      });
    }
    await wait(100);
  }
  const result = { held: held.size, closed };
  for (const socket of held) socket.destroy();
  return result;
}

onTask({ attack });
