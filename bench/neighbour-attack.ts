import { Agent, request } from "node:http";
import { onTask } from "./tasks.ts";

export interface Attack {
  port: number;
  address: string;
  connections: number;
  seconds: number;
  calls: { method?: string; url: string; token?: string; body?: string }[];
}

/** Calls on every connection as fast as there are answers, whatever they say. */
async function attack({ port, address, connections, seconds, calls }: Attack) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  const answers: Record<string, number> = {};
  let turn = 0;

  const callOnce = () =>
    new Promise<void>((done) => {
      const { method, url, token, body } = calls[turn++ % calls.length] ?? { url: "/" };
      const headers = {
        accept: "text/html, */*",
        "x-forwarded-for": address,
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

onTask({ attack });
