import { createHash } from "node:crypto";

/** The same seed gives the same series, on every machine. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  uuid(): string;
}

export function createRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE();

  // Mulberry32: short, and uniform enough for choosing.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => below(16).toString(16)).join("");
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      if (items.length === 0) throw new Error("There is nothing to pick from");
      return items[below(items.length)] as (typeof items)[number];
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
