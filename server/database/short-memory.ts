import { LRUCache } from "lru-cache";

interface Deps<Key, Value> {
  load: (key: Key) => Promise<Value>;
  /** Without it, a value is kept until others take its place. */
  maxAgeMs?: number;
  /** Beyond it those are dropped that nobody has read for longest. */
  maxItems: number;
}

interface ShortMemory<Key, Value> {
  /** A promise only until the value is loaded. */
  read(key: Key): Value | Promise<Value>;
  forget(): void;
}

/**
 * Caches, briefly, what is the same for everybody: many concurrent readers cost one query. It does
 * not count by the clock, which may be set back: everybody would see what is old for that long.
 */
export function createShortMemory<Key, Value>(deps: Deps<Key, Value>): ShortMemory<Key, Value> {
  const { load, maxAgeMs = 0, maxItems } = deps;
  const kept = new LRUCache<string, { value: Value | Promise<Value> }>({
    max: maxItems,
    ttl: maxAgeMs,
    // It asks for the time at each read, instead of once a millisecond with a timer.
    ttlResolution: 0,
  });

  return {
    read(key) {
      const name = JSON.stringify(key);
      const found = kept.get(name);
      if (found) return found.value;
      const loading = load(key);
      const item: { value: Value | Promise<Value> } = { value: loading };
      kept.set(name, item);
      loading.then(
        (value) => {
          item.value = value;
        },
        () => kept.delete(name),
      );
      return loading;
    },
    forget: () => kept.clear(),
  };
}
