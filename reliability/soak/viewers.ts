import { setMaxListeners } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export interface Viewers {
  /** Events that arrived since the start. */
  events(): number;
  stop(): Promise<void>;
}

// How long somebody stays. Most leave and are replaced many times in an hour.
const STAY_MS = { least: 5_000, most: 60_000 };

/** So many people who watch live results; each leaves after a while without a word, and another comes. */
export function startViewers(url: string, surveys: string[], count: number): Viewers {
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(0, signal); // each viewer has one
  let events = 0;

  async function watch(survey: string): Promise<void> {
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${url}/survey/live/${survey}`, { signal }, resolve).on("error", reject);
    });
    stream.on("error", () => {});
    stream.on("data", () => {
      events += 1;
    });
    const stay = STAY_MS.least + Math.random() * (STAY_MS.most - STAY_MS.least);
    await wait(stay, null, { signal }).catch(() => {});
    stream.destroy();
  }

  async function keepWatching(place: number): Promise<void> {
    while (!signal.aborted) {
      await watch(surveys[place % surveys.length] ?? "").catch(() => wait(1_000));
    }
  }

  const running = Promise.all(Array.from({ length: count }, (_, place) => keepWatching(place)));
  return {
    events: () => events,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
