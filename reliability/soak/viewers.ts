import { setTimeout as wait } from "node:timers/promises";

// How long somebody stays. Most leave and are replaced many times in an hour.
const STAY_MS = { least: 5_000, most: 60_000 };

/** So many people who watch live results; each leaves after a while without a word, and another comes. */
export function startViewers(url: string, surveys: string[], count: number) {
  let [events, isOver] = [0, false];
  const leaving = new Set<AbortController>();

  async function watch(survey: string): Promise<void> {
    const viewer = new AbortController();
    leaving.add(viewer);
    const stay = STAY_MS.least + Math.random() * (STAY_MS.most - STAY_MS.least);
    const timer = setTimeout(() => viewer.abort(), stay);
    try {
      const { body } = await fetch(`${url}/survey/live/${survey}`, { signal: viewer.signal });
      for await (const _event of body ?? []) events += 1;
    } catch {
      if (!viewer.signal.aborted) await wait(1_000);
    } finally {
      clearTimeout(timer);
      leaving.delete(viewer);
    }
  }

  async function keepWatching(place: number): Promise<void> {
    while (!isOver) await watch(surveys[place % surveys.length] ?? "");
  }

  const running = Promise.all(Array.from({ length: count }, (_, place) => keepWatching(place)));
  return {
    /** Events that arrived since the start. */
    events: () => events,
    async stop() {
      isOver = true;
      for (const viewer of leaving) viewer.abort();
      await running;
    },
  };
}
