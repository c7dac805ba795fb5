import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { routes } from "../../contract/routes.ts";
import { createClient, type Sent } from "../load/client.ts";
import type { Scene } from "../scene.ts";

/** How long each answer took, in milliseconds, since the last reading. */
export interface Times {
  list: number[];
  limitList: number[];
  vote: number[];
  limitVote: number[];
}

export interface Probes {
  take(): Times;
  /** Answers other than success. */
  failures: string[];
  stop(): Promise<void>;
}

// Rarely enough to be no load, often enough for a p99 of some minutes.
const PAUSE_MS = 200;

/**
 * Asks the product and the limit server for the same things in turn, so that a machine that does
 * other work for a while slows down both. `scene` must be the probes' own.
 */
export function startProbes(productUrl: string, limitUrl: string, scene: Scene): Probes {
  const product = createClient([productUrl]);
  const limit = createClient([limitUrl]);
  const failures: string[] = [];
  let times = noTimes();
  let stopped = false;
  let turn = 0;

  async function time(name: keyof Times, client: typeof product, sent: Sent, good: number) {
    const begun = performance.now();
    const { status, text } = await client.send(sent);
    times[name].push(performance.now() - begun);
    if (status !== good) failures.push(`${name}: ${status} ${text.slice(0, 200)}`);
  }

  function nextVote(): Sent {
    const person = scene.people[turn % scene.people.length];
    const surveyItemId = scene.surveys[Math.floor(turn / scene.people.length)];
    if (!person || !surveyItemId) throw new Error("everybody has voted on everything");
    turn += 1;
    return {
      method: "POST",
      address: routes.castVote.path,
      headers: {
        [TOKEN_HEADER]: `${TOKEN_SCHEME} ${person.token}`,
        "idempotency-key": randomUUID(),
      },
      body: { surveyItemId, vote: "yes" },
    };
  }

  async function run(): Promise<void> {
    const list: Sent = { method: "GET", address: routes.listSurveys.path, headers: {} };
    while (!stopped) {
      const vote = nextVote();
      await time("list", product, list, 200);
      await time("limitList", limit, list, 200);
      await time("vote", product, vote, 201);
      await time("limitVote", limit, vote, 201);
      await wait(PAUSE_MS);
    }
  }

  const running = run();
  return {
    take() {
      const taken = times;
      times = noTimes();
      return taken;
    },
    failures,
    async stop() {
      stopped = true;
      await running;
      product.close();
      limit.close();
    },
  };
}

function noTimes(): Times {
  return { list: [], limitList: [], vote: [], limitVote: [] };
}
