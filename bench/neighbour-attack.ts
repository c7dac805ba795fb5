import { createClient, type Sent } from "./client.ts";
import { onTask } from "./tasks.ts";

export interface Attack {
  port: number;
  /** One of this machine's own, from which no proxy calls. */
  localAddress: string;
  connections: number;
  seconds: number;
  calls: Sent[];
}

/** Calls on every connection as fast as there are answers. Returns how often there was which. */
async function attack({
  port,
  localAddress,
  connections,
  seconds,
  calls,
}: Attack): Promise<Record<string, number>> {
  const client = createClient([`http://127.0.0.1:${port}`], {
    maxSockets: connections,
    localAddress,
  });
  const end = performance.now() + seconds * 1000;
  const answers: Record<string, number> = {};
  let turn = 0;
  const asking = Array.from({ length: connections }, async () => {
    while (performance.now() < end) {
      const { headers, ...call } = calls[turn++ % calls.length] ?? { address: "/" };
      const accept = "text/html, */*";
      const { status } = await client.send({ ...call, headers: { accept, ...headers } });
      answers[status] = (answers[status] ?? 0) + 1;
    }
  });
  // What is still waiting is cut.
  setTimeout(() => client.close(), seconds * 1000 + 200);
  await Promise.all(asking);
  return answers;
}

onTask({ attack });
