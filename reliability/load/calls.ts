import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "../../bench/client.ts";
import { type CallInput, callAddress } from "../../contract/call.ts";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import type { Reply, Route } from "../../contract/route.ts";
import type { Ledger } from "../ledger.ts";
import type { Person } from "../scene.ts";

/** Thrown when the load was stopped before a call was answered: nobody knows whether it was done. */
export class Unknown extends Error {}
/** Thrown after an answer that a correct server never gives. The ledger has it. */
export class Unexpected extends Error {}

// A broken connection, and what servers and proxies answer while something is out of reach.
const PASSING = [0, 429, 502, 503, 504];
// Shorter than `Retry-After` asks for, so that the end of an outage is seen when it happens.
const PAUSE_MS = 300;

interface Options {
  /** The `Idempotency-Key`. A new one unless given. */
  key?: string;
  /** The status that is expected, if it is not the route's own. */
  status?: number;
}

export interface Calls {
  /** Repeats the call with the same key until it succeeds. */
  write<R extends Route>(route: R, who: Person, input: Input<R>): Promise<Reply<R>>;
  /** Calls once, and counts a refusal. */
  read<R extends Route>(route: R, who: Person, input: CallInput<R>): Promise<void>;
}

type Input<R extends Route> = CallInput<R> & Options;
type LooseInput = Options & {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export function createCalls(client: Client, ledger: Ledger, stopped: AbortSignal): Calls {
  function send(route: Route, who: Person, input: LooseInput) {
    return client.send({
      method: route.method,
      address: callAddress(route.path, input),
      headers: {
        [TOKEN_HEADER]: `${TOKEN_SCHEME} ${who.token}`,
        ...(input.key && { "idempotency-key": input.key }),
      },
      body: input.body,
    });
  }

  function countRefusal(route: Route, status: number, text: string): void {
    ledger.refused.set(status, (ledger.refused.get(status) ?? 0) + 1);
    if (PASSING.includes(status)) return;
    const what = `${route.method} ${route.path} was answered with ${status}: ${text.slice(0, 300)}`;
    ledger.unexpected.push(what);
    throw new Unexpected(what);
  }

  return {
    async write(route, who, input) {
      const { status: good = route.status ?? 200, ...loose }: LooseInput = input;
      const repeated = { key: randomUUID(), ...loose };
      for (;;) {
        const { status, text } = await send(route, who, repeated);
        if (status === good) {
          return (good < 400 ? route.reply.parse(JSON.parse(text)) : null) as Reply<typeof route>;
        }
        countRefusal(route, status, text);
        await wait(PAUSE_MS * (0.5 + Math.random()), null, { signal: stopped }).catch(() => {
          throw new Unknown();
        });
      }
    },
    async read(route, who, input) {
      const { status, text } = await send(route, who, input as LooseInput);
      if (status !== (route.status ?? 200)) countRefusal(route, status, text);
    },
  };
}
