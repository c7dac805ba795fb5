import { setMaxListeners } from "node:events";
import { createClient } from "../bench/client.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createCalls, Unexpected, Unknown } from "./load/calls.ts";
import { createWrites, type Writes } from "./load/writes.ts";
import type { Scene } from "./scene.ts";

interface LoadOptions {
  /** Addresses of servers, such as `http://127.0.0.1:3000`, used in turn. */
  addresses: string[];
  /** Must be new: each person votes on each survey once, and pays once. */
  scene: Scene;
  /** Actions begun per second; a payment is one action with three calls. */
  perSecond: number;
}

export interface Load {
  ledger: Ledger;
  /** Begins nothing new, and waits for the answers that are under way. */
  stop(): Promise<void>;
}

/** Of twenty actions, so many are of each kind. */
const mix: (keyof Writes)[] = [
  ...Array<"vote">(9).fill("vote"),
  ...Array<"react">(4).fill("react"),
  ...Array<"comment">(3).fill("comment"),
  "pay",
  "voteAgain",
  "read",
  "read",
];

// Actions that wait for an outage to end. More would only be a rush afterwards.
const MAX_AT_ONCE = 64;

/** Takes part in surveys all the time, whether or not a server is there. */
export function startLoad({ addresses, scene, perSecond }: LoadOptions): Load {
  const ledger = createLedger();
  const client = createClient(addresses);
  const stopping = new AbortController();
  // Every action that pauses is one.
  setMaxListeners(0, stopping.signal);
  const writes = createWrites(scene, ledger, createCalls(client, ledger, stopping.signal));
  const running = new Set<Promise<void>>();
  let turn = 0;

  async function act(kind: keyof Writes): Promise<void> {
    try {
      // Comments never run out.
      if (!(await writes[kind]())) await writes.comment();
    } catch (error) {
      if (error instanceof Unknown || error instanceof Unexpected) return;
      ledger.unexpected.push(`${kind}: ${error}`);
    }
  }

  const timer = setInterval(() => {
    if (running.size >= MAX_AT_ONCE) return;
    const kind = mix[(turn++ * 7) % mix.length] ?? "vote";
    const action = act(kind).finally(() => running.delete(action));
    running.add(action);
  }, 1000 / perSecond);

  return {
    ledger,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(running);
      client.close();
    },
  };
}
