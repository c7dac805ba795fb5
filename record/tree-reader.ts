import { areEqual } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { WrongRecord } from "./faults.ts";
import {
  bundlesOf,
  endTiles,
  hashFull,
  hashRanges,
  openEnd,
  readBundle,
  rootOf,
  splitHashes,
  TILE_WIDTH,
  type Tile,
  type TileId,
  type TilePath,
  tilePath,
  tilesFor,
  widthAt,
} from "./tiles.ts";
import { hashLeaf, inclusionRanges, type Range } from "./tree.ts";

// Reads a tree as C2SP's tlog-tiles serves it: the record of a survey, or the log of a site.

/** Reads a file below the address of a tree, such as `tile/entries/000`. Null: there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

const HASH_BYTES = 32;

/** A tree that was signed before, or that the log names: a later one must begin with it. */
export type Beginning = Pick<Checkpoint, "size" | "root">;

/** What is made of the entries while they are read. */
export interface EntryReader {
  add(text: string): void;
  /** Of the entries so far. */
  root(): Uint8Array;
}

/**
 * Reads every entry of a signed tree. Returns the first of the known trees with which it does not
 * begin, also if the site does not serve what follows. Throws if other entries were signed.
 */
export async function readWhole<Known extends Beginning>(
  read: ReadFile,
  head: Beginning,
  known: Known[],
  { add, root }: EntryReader,
): Promise<Known | undefined> {
  const sorted = known.toSorted((one, other) => one.size - other.size);
  let [place, next] = [0, 0];
  let rewritten: Known | undefined;
  try {
    for await (const text of eachEntry(read, head.size)) {
      add(text);
      place += 1;
      for (; sorted[next]?.size === place; next += 1) {
        const isSame = areEqual(sorted[next]?.root ?? root(), root());
        if (!isSame) rewritten ??= sorted[next];
      }
    }
  } catch (error) {
    if (!rewritten) throw error;
    return rewritten;
  }
  if (!areEqual(root(), head.root)) throw new WrongRecord(OTHER_ENTRIES);
  return rewritten ?? sorted[next];
}

/** Every entry of a tree of this size, in its order. Whoever reads them all computes the root. */
export async function* eachEntry(read: ReadFile, size: number): AsyncGenerator<string> {
  for (const bundle of bundlesOf(size)) yield* await readEntries(read, bundle);
}

async function readEntries(read: ReadFile, bundle: TilePath): Promise<string[]> {
  const path = tilePath(bundle);
  const bytes = await read(path);
  if (!bytes) throw new WrongRecord(`The file ${path} is missing`);
  try {
    return readBundle(bytes, bundle.width);
  } catch {
    throw new WrongRecord(`The file ${path} does not have ${bundle.width} entries`);
  }
}

/**
 * Reads parts of a tree whose root is known. Every hash and every entry that it returns leads to this
 * root; otherwise it throws `WrongRecord`.
 */
export function createTreeReader(read: ReadFile, { size, root }: Beginning) {
  const tiles = new Map<string, Promise<Tile>>();
  let ends: Promise<Tile[]> | undefined;

  async function fetchTile(id: TileId): Promise<Tile> {
    const width = widthAt(size, id);
    const path = tilePath({ ...id, width });
    const bytes = await read(path);
    if (width > 0 && bytes?.length === width * HASH_BYTES) {
      return { ...id, hashes: splitHashes(bytes) };
    }
    throw new WrongRecord(`The file ${path} is missing or has another length`);
  }

  /** The last tiles of all levels, which together have the root. */
  async function readEnds(): Promise<Tile[]> {
    const last = await Promise.all(endTiles(size).map(fetchTile));
    if (areEqual(rootOf(openEnd(size, last)), root)) return last;
    throw new WrongRecord(OTHER_HASHES);
  }

  /** A full tile has the hash that stands for it in the level above. */
  async function readFull({ level, number }: TileId): Promise<Tile> {
    const tile = await fetchTile({ level, number });
    const above = await readTile({ level: level + 1, number: Math.floor(number / TILE_WIDTH) });
    const known = above.hashes[number % TILE_WIDTH];
    if (known && areEqual(hashFull(tile.hashes), known)) return tile;
    throw new WrongRecord(OTHER_HASHES);
  }

  async function readTile(id: TileId): Promise<Tile> {
    ends ??= readEnds();
    const last = (await ends).find(
      ({ level, number }) => level === id.level && number === id.number,
    );
    if (last) return last;
    const name = `${id.level}/${id.number}`;
    const known = tiles.get(name) ?? readFull(id);
    tiles.set(name, known);
    return known;
  }

  async function hash(ranges: Range[]): Promise<Uint8Array[]> {
    return hashRanges(ranges, await Promise.all(tilesFor(ranges).map(readTile)));
  }

  async function readBundle(number: number): Promise<string[]> {
    const width = widthAt(size, { level: 0, number });
    const [texts, { hashes }] = await Promise.all([
      readEntries(read, { level: "entries", number, width }),
      readTile({ level: 0, number }),
    ]);
    const isRight = texts.every((text, index) => {
      const known = hashes[index];
      return known && areEqual(hashLeaf(text), known);
    });
    if (isRight) return texts;
    throw new WrongRecord(OTHER_ENTRIES);
  }

  let last: { number: number; texts: Promise<string[]> } | undefined;

  return {
    /** Cheap for a place of the same bundle as before. */
    async readEntry(place: number): Promise<string> {
      const number = Math.floor(place / TILE_WIDTH);
      if (last?.number !== number) last = { number, texts: readBundle(number) };
      return (await last.texts)[place % TILE_WIDTH] ?? "";
    },

    /** Every entry with its place, from the last one back. */
    async *eachBack(): AsyncGenerator<{ text: string; place: number }> {
      for (let number = Math.ceil(size / TILE_WIDTH) - 1; number >= 0; number -= 1) {
        const texts = await readBundle(number);
        for (let index = texts.length - 1; index >= 0; index -= 1) {
          yield { text: texts[index] ?? "", place: number * TILE_WIDTH + index };
        }
      }
    },

    /** The hash of the entry at a place. */
    async readLeaf(place: number): Promise<Uint8Array | undefined> {
      const { hashes } = await readTile({ level: 0, number: Math.floor(place / TILE_WIDTH) });
      return hashes[place % TILE_WIDTH];
    },

    /** The proof of RFC 9162 that the entry at a place is in the tree. */
    prove: (place: number) => hash(inclusionRanges(place, size)),

    /** The root that the tree had when it had this size. */
    async rootAt(earlier: number): Promise<Uint8Array> {
      const [found] = await hash([{ start: 0, end: earlier }]);
      return found ?? root;
    },
  };
}

const OTHER_ENTRIES = "The entries are not those that the site has signed";
const OTHER_HASHES = "The hashes are not those that the site has signed";
