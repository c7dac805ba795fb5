import type { Results } from "./queries.ts";

export interface LiveResults {
  /** The results now and after each change, until the viewer logs out or the survey is gone. */
  watch(
    surveyId: string,
    viewer: { id: string; tokenVersion: number },
    hangUp: AbortSignal,
  ): AsyncIterable<Results | undefined>;
  /** Ends every stream, so that the server can stop. Browsers reconnect automatically. */
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
  /** The longest time until a change is sent. */
  tickMs?: number;
  /** How long a stream may be silent before it sends a sign of life. */
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
      for (const [surveyId, watchers] of watched) notify(surveyId, watchers, fresh.get(surveyId));
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

  function notify(surveyId: string, watchers: Set<Watcher>, results: Results | undefined): void {
    const last = known.get(surveyId);
    if (results) known.set(surveyId, results);
    const changed = results?.yes !== last?.yes || results?.no !== last?.no;
    for (const watcher of watchers) {
      // New results, or the watcher joined after this tick's query began and has none yet.
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

  /** Resolves at the next change, or after `quietMs` without one. */
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
          // Stored before it is sent: a change while a slow reader takes it is sent next.
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
