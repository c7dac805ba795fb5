import type { Results } from "./queries.ts";

export interface LiveResults {
  /** The results now and whenever they change, until the viewer logs out or the survey is gone. */
  watch(
    surveyId: string,
    viewer: { id: string; tokenVersion: number },
    hangUp: AbortSignal,
  ): AsyncIterable<Results | undefined>;
  /** Ends every stream, so that a server can stop. Browsers come back by themselves. */
  close(): void;
}

interface Watcher {
  viewerId: string;
  tokenVersion: number;
  latest: Results | undefined;
  wake: () => void;
  ended: boolean;
}

interface Options {
  load: (surveyIds: string[]) => Promise<Map<string, Results>>;
  /** The people whose tokens have ended since the last call, with their token versions. */
  readEndings: () => Promise<Map<string, number>>;
  onFailure: (error: unknown) => void;
  /** How long a change may stay unseen. */
  tickMs?: number;
  /** How long a stream may be silent before it says that it is alive. */
  quietMs?: number;
}

/**
 * Two queries for each tick, for all watched surveys together, whatever the number of viewers.
 * Without viewers there are no queries.
 */
export function createLiveResults(options: Options): LiveResults {
  const { load, readEndings, onFailure, tickMs = 400, quietMs = 20_000 } = options;
  const watched = new Map<string, Set<Watcher>>();
  const known = new Map<string, Results>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function tick(): Promise<void> {
    try {
      const [fresh, endings] = await Promise.all([load([...watched.keys()]), readEndings()]);
      if (endings.size > 0) endStreamsOf(endings);
      for (const [surveyId, watchers] of watched) tell(surveyId, watchers, fresh.get(surveyId));
    } catch (error) {
      // The next tick tries again; until then viewers see the last results.
      onFailure(error);
    }
    timer = watched.size > 0 && !closed ? setTimeout(tick, tickMs) : undefined;
  }

  function endStreamsOf(endings: Map<string, number>): void {
    for (const watcher of [...watched.values()].flatMap((watchers) => [...watchers])) {
      const version = endings.get(watcher.viewerId);
      if (version !== undefined && version !== watcher.tokenVersion) end(watcher);
    }
  }

  function end(watcher: Watcher): void {
    watcher.ended = true;
    watcher.wake();
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

  function join(surveyId: string, viewer: { id: string; tokenVersion: number }): Watcher {
    const watcher: Watcher = {
      viewerId: viewer.id,
      tokenVersion: viewer.tokenVersion,
      latest: known.get(surveyId),
      wake: () => {},
      ended: closed,
    };
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
    async *watch(surveyId, viewer, hangUp) {
      const watcher = join(surveyId, viewer);
      hangUp.addEventListener("abort", () => end(watcher));
      let sent: Results | undefined;
      try {
        while (!watcher.ended && !hangUp.aborted) {
          const { latest } = watcher;
          if (latest === undefined || latest === sent) await news(watcher);
          if (watcher.ended) return;
          const changed = watcher.latest !== sent;
          // Remembered before it is sent: what changes while a slow reader takes it comes next.
          sent = watcher.latest;
          yield changed ? sent : undefined;
        }
      } finally {
        leave(surveyId, watcher);
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const watchers of watched.values()) for (const watcher of watchers) end(watcher);
    },
  };
}
