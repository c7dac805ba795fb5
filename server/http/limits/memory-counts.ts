import { LRUCache } from "lru-cache";
import type { Count, CountedWindow } from "./queries.ts";

// About 10 MB at most. Beyond it those start again that were not counted for longest. An attacker who
// fills the map gains nothing: none of their counts is near its limit.
const MAX_KEYS = 50_000;

/** Answers at once in a server of one process; a worker has to ask its supervisor. */
export interface MemoryCounts {
  countOneMore(windows: CountedWindow[]): Count[] | Promise<Count[]>;
  /** The counts of these keys, in their order. */
  read(keys: string[]): number[] | Promise<number[]>;
  forget(keys: string[]): void | Promise<void>;
}

/**
 * Counts like the database does, but for this server only. Not by the clock: if it is set back,
 * whoever has reached a limit would wait for that much longer.
 */
export function createMemoryCounts(now = () => performance.now(), maxKeys = MAX_KEYS) {
  const counts = new LRUCache<string, { count: number; endsAt: number }>({ max: maxKeys });

  function countOne(key: string, seconds: number): Count {
    const time = now();
    let found = counts.get(key);
    if (!found || found.endsAt <= time) {
      found = { count: 0, endsAt: time + seconds * 1000 };
      counts.set(key, found);
    }
    found.count += 1;
    return { key, count: found.count, secondsLeft: Math.ceil((found.endsAt - time) / 1000) };
  }

  function readOne(key: string): number {
    const found = counts.get(key);
    return found && found.endsAt > now() ? found.count : 0;
  }

  return {
    countOneMore(windows) {
      const full = windows.find(({ key, max }) => readOne(key) >= max);
      const counted = full ? windows.filter(({ level }) => level === full.level) : windows;
      return counted.map(({ key, seconds }) => countOne(key, seconds));
    },
    read: (keys) => keys.map(readOne),
    forget(keys) {
      for (const key of keys) counts.delete(key);
    },
  } satisfies MemoryCounts;
}
