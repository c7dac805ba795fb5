import type { Results } from "./queries.ts";

export interface LiveResults {
  /** The results now and whenever they change, until the caller or the survey is gone. */
  watch(surveyId: string, hangUp: AbortSignal): AsyncIterable<Results | undefined>;
  /** Ends every stream, so that a server can stop. Browsers come back by themselves. */
  close(): void;
}

interface Watcher {
  latest: Results | undefined;
  wake: () => void;
  ended: boolean;
}

interface Options {
  load: (surveyIds: string[]) => Promise<Map<string, Results>>;
  onFailure: (error: unknown) => void;
  /** How long a change may stay unseen. */
  tickMs?: number;
  /** How long a stream may be silent before it says that it is alive. */
  quietMs?: number;
}

/**
 * One query for each tick, for all watched surveys together, whatever the number of viewers.
 * Nobody watching means no query at all.
 */
export function createLiveResults(options: Options): LiveResults {
  const { load, onFailure, tickMs = 400, quietMs = 20_000 } = options;
  const watched = new Map<string, Set<Watcher>>();
  const known = new Map<string, Results>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function tick(): Promise<void> {
    try {
      const fresh = await load([...watched.keys()]);
      for (const [surveyId, watchers] of watched) tell(surveyId, watchers, fresh.get(surveyId));
    } catch (error) {
      // The next tick tries again; meanwhile viewers keep what they have.
      onFailure(error);
    }
    timer = watched.size > 0 && !closed ? setTimeout(tick, tickMs) : undefined;
  }

  function tell(surveyId: string, watchers: Set<Watcher>, results: Results | undefined): void {
    const last = known.get(surveyId);
    if (results) known.set(surveyId, results);
    const changed = results?.yes !== last?.yes || results?.no !== last?.no;
    for (const watcher of watchers) {
      // Joined after this tick's query began, or survived a change: either way it needs the news.
      if (!results) watcher.ended = true;
      else if (changed || watcher.latest === undefined) watcher.latest = results;
      else continue;
      watcher.wake();
    }
  }

  function join(surveyId: string): Watcher {
    const watcher: Watcher = { latest: known.get(surveyId), wake: () => {}, ended: closed };
    const watchers = watched.get(surveyId) ?? new Set();
    watched.set(surveyId, watchers.add(watcher));
    if (!timer && !closed) timer = setTimeout(tick, 0);
    return watcher;
  }

  function leave(surveyId: string, watcher: Watcher): void {
    const watchers = watched.get(surveyId);
    watchers?.delete(watcher);
    if (watchers?.size === 0) {
      watched.delete(surveyId);
      known.delete(surveyId);
    }
  }

  /** Resolves at the next news, or when it has been quiet for too long. */
  function news(watcher: Watcher): Promise<void> {
    return new Promise((resolve) => {
      const quiet = setTimeout(resolve, quietMs);
      watcher.wake = () => {
        clearTimeout(quiet);
        resolve();
      };
    });
  }

  return {
    async *watch(surveyId, hangUp) {
      const watcher = join(surveyId);
      hangUp.addEventListener("abort", () => {
        watcher.ended = true;
        watcher.wake();
      });
      let sent: Results | undefined;
      try {
        while (!watcher.ended && !hangUp.aborted) {
          const { latest } = watcher;
          if (latest === undefined || latest === sent) await news(watcher);
          if (watcher.ended) return;
          yield watcher.latest === sent ? undefined : watcher.latest;
          sent = watcher.latest;
        }
      } finally {
        leave(surveyId, watcher);
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const watcher of [...watched.values()].flatMap((watchers) => [...watchers])) {
        watcher.ended = true;
        watcher.wake();
      }
    },
  };
}
