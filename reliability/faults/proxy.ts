import { createServer, connect as dial, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Lab } from "../../bench/lab.ts";
import type { Connection } from "../../server/database/embedded/ownership.ts";

/** Stands between a server and PostgreSQL, and does badly what a network does well. */
export interface BadNetwork {
  port: number;
  /** How long every answer of PostgreSQL waits. */
  delayMs: number;
  /** The part of all finished statements whose answer is cut in the middle, and the connection with it. */
  cutPart: number;
  /** How many were cut so far. */
  cuts: number;
  /** Passes on nothing more, in either direction, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

export async function openProxy(lab: Lab, { host, port }: Connection): Promise<BadNetwork> {
  const open = new Set<() => void>();
  let thawed: Promise<void> = Promise.resolve();
  let thaw = () => {};

  const listener = createServer((client) => {
    const postgres = dial(`${host}/.s.PGSQL.${port}`);
    const close = () => {
      open.delete(close);
      client.destroy();
      postgres.destroy();
    };
    open.add(close);
    for (const socket of [client, postgres]) socket.on("error", close).on("close", close);
    void passOn(client, postgres, () => thawed);
    void passOn(
      postgres,
      client,
      async () => {
        if (proxy.delayMs > 0) await wait(proxy.delayMs);
        await thawed;
      },
      (answer) => {
        if (!endsStatement(answer) || Math.random() >= proxy.cutPart) return answer;
        proxy.cuts += 1;
        setImmediate(close);
        return answer.subarray(0, answer.length / 2);
      },
    );
  });
  const proxy: BadNetwork = {
    port: 0,
    delayMs: 0,
    cutPart: 0,
    cuts: 0,
    freeze() {
      thawed = new Promise((resolve) => {
        thaw = resolve;
      });
    },
    thaw: () => thaw(),
  };
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const address = listener.address();
  proxy.port = typeof address === "object" && address ? address.port : 0;
  lab.atEnd(async () => {
    for (const close of open) close();
    await new Promise((done) => listener.close(done));
  });
  return proxy;
}

async function passOn(
  from: Socket,
  to: Socket,
  pause: () => Promise<unknown>,
  change = (bytes: Buffer) => bytes,
): Promise<void> {
  try {
    for await (const bytes of from) {
      await pause();
      to.write(change(bytes));
    }
  } catch {
    // The connection broke, which closes both sides.
  }
}

/** Whether PostgreSQL says that something was committed or written: `C`, a length, and these words. */
function endsStatement(answer: Buffer): boolean {
  return /C\0\0\0.(COMMIT|INSERT|UPDATE)/s.test(answer.toString("latin1"));
}
