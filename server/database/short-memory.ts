interface Deps<Key, Value> {
  load: (key: Key) => Promise<Value>;
  maxAgeMs: number;
  /** Beyond it the oldest items are dropped. */
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
  const { load, maxAgeMs, maxItems } = deps;
  const kept = new Map<string, { value: Value | Promise<Value>; until: number }>();

  return {
    read(key) {
      const name = JSON.stringify(key);
      const found = kept.get(name);
      if (found && found.until > performance.now()) return found.value;
      const loading = load(key);
      const item = {
        value: loading as Value | Promise<Value>,
        until: performance.now() + maxAgeMs,
      };
      kept.delete(name);
      kept.set(name, item);
      loading.then(
        (value) => {
          item.value = value;
        },
        () => kept.delete(name),
      );
      for (const oldest of kept.keys()) {
        if (kept.size <= maxItems) break;
        kept.delete(oldest);
      }
      return loading;
    },
    forget: () => kept.clear(),
  };
}
