import { utf8 } from "./bytes.ts";
import { emptyRoot, hashNode, type Range } from "./tree.ts";

// The tree is stored and served in tiles of up to 256 hashes, as C2SP's tlog-tiles does
// (https://c2sp.org/tlog-tiles): those of level 0 are hashes of leaves, those of each further level are
// the hashes of full tiles of the level below. So adding reads and writes only the last tile of each
// level, and a proof needs a few tiles.

export const TILE_WIDTH = 256;
const TILE_BITS = 8;

export interface TileId {
  level: number;
  number: number;
}

export interface Tile extends TileId {
  hashes: Uint8Array[];
}

const HASH_BYTES = 32;

/** The hashes of a tile that is stored as their bytes, one after another. */
export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    Uint8Array.from(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  );
}

/** A full binary subtree: `2 ** bits` leaves, and before it `index` subtrees of the same size. */
interface Subtree {
  bits: number;
  index: number;
}

/** The full subtrees that make up a part of a tree, from left to right. */
function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let place = start; place < end; ) {
    let bits = 0;
    // The largest one that starts here and does not reach beyond the end.
    while (place % 2 ** (bits + 1) === 0 && place + 2 ** (bits + 1) <= end) bits += 1;
    subtrees.push({ bits, index: place / 2 ** bits });
    place += 2 ** bits;
  }
  return subtrees;
}

/** The tile that has the hashes from which a subtree's hash follows, and which of them. */
function placeOf({ bits, index }: Subtree) {
  const level = Math.floor(bits / TILE_BITS);
  const count = 2 ** (bits % TILE_BITS);
  const first = index * count;
  const number = Math.floor(first / TILE_WIDTH);
  return { level, number, first: first % TILE_WIDTH, count };
}

/** The tiles from which the hashes of these parts of the tree follow. */
export function tilesFor(ranges: Range[]): TileId[] {
  const places = ranges.flatMap(subtreesOf).map(placeOf);
  const ids = new Map(
    places.map(({ level, number }) => [nameOf({ level, number }), { level, number }]),
  );
  return [...ids.values()];
}

/** The hash of each part of the tree, from the tiles that `tilesFor` has named. */
export function hashRanges(ranges: Range[], tiles: Tile[]): Uint8Array[] {
  const byName = new Map(tiles.map((tile) => [nameOf(tile), tile.hashes]));
  return ranges.map((range) =>
    subtreesOf(range)
      .map((subtree) => {
        const { first, count, ...id } = placeOf(subtree);
        return hashFull(byName.get(nameOf(id))?.slice(first, first + count) ?? []);
      })
      .reduceRight((right, left) => hashNode(left, right)),
  );
}

function nameOf({ level, number }: TileId): string {
  return `${level}/${number}`;
}

/** The hash of a full subtree: its number of hashes is a power of two. */
export function hashFull(hashes: Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, index) =>
      hashNode(at(row, 2 * index), at(row, 2 * index + 1)),
    );
  }
  return at(row, 0);
}

function at(hashes: Uint8Array[], index: number): Uint8Array {
  const hash = hashes[index];
  if (!hash) throw new Error("A tile of the record is missing or too short");
  return hash;
}

/** The end of a tree: what has to be known to add to it and to compute its root. */
export interface TreeEnd {
  size: number;
  /** The last hashes of each level, of which a full tile is not yet made. */
  tails: Uint8Array[][];
}

/** The tiles that `openEnd` needs. */
export function endTiles(size: number): TileId[] {
  return tilesFor([{ start: 0, end: size }]);
}

export function openEnd(size: number, tiles: Tile[]): TreeEnd {
  const tails: Uint8Array[][] = [];
  for (const { level, number, hashes } of tiles) {
    const stored = widthAt(size, { level, number });
    if (hashes.length < stored) throw new Error("A tile of the record is too short");
    tails[level] = hashes.slice(0, stored);
  }
  return { size, tails: Array.from(tails, (tail) => tail ?? []) };
}

/** Adds leaves to the end. Returns the tiles that have changed. */
export function append(end: TreeEnd, leaves: Uint8Array[]): Tile[] {
  const changed = new Map<string, Tile>();
  const add = (level: number, hash: Uint8Array): void => {
    const tail = end.tails[level] ?? [];
    end.tails[level] = tail;
    tail.push(hash);
    const before = Math.floor((end.size - 1) / TILE_WIDTH ** level / TILE_WIDTH);
    const tile = { level, number: before, hashes: tail };
    changed.set(nameOf(tile), tile);
    if (tail.length < TILE_WIDTH) return;
    end.tails[level] = [];
    add(level + 1, hashFull(tail));
  };
  for (const leaf of leaves) {
    end.size += 1;
    add(0, leaf);
  }
  return [...changed.values()];
}

export function rootOf({ size, tails }: TreeEnd): Uint8Array {
  if (size === 0) return emptyRoot;
  const last = endTiles(size).map((id) => ({ ...id, hashes: tails[id.level] ?? [] }));
  return at(hashRanges([{ start: 0, end: size }], last), 0);
}

// Of an entry, before its bytes.
const LENGTH_BYTES = 2;
/** More than this can't be told by the two bytes of its length. */
const LONGEST_ENTRY = 2 ** 16 - 1;
// No log comes near it, and every program can count so far exactly.
const MOST = 2 ** 40;

/** A tile of hashes of a level, or a bundle of entries, with as many as there were at a time. */
export interface TilePath {
  level: number | "entries";
  number: number;
  /** From 1 to 256. */
  width: number;
}

/** `tile/0/x001/x234/067`, and `.p/<width>` if it is not full. */
export function tilePath({ level, number, width }: TilePath): string {
  const groups = String(number).padStart(Math.ceil(String(number).length / 3) * 3, "0");
  const parts = groups.match(/\d{3}/g) ?? [];
  const last = parts.pop();
  const index = [...parts.map((part) => `x${part}`), last].join("/");
  return `tile/${level}/${index}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

/** Null for anything but the one form that a tile's address has. */
export function parseTilePath(path: string): TilePath | null {
  const form = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;
  const [, kind, index = "", part] = form.exec(path) ?? [];
  if (!kind) return null;
  const level: TilePath["level"] = kind === "entries" ? kind : Number(kind);
  const number = Number(index.replaceAll(/[x/]/g, ""));
  const width = part === undefined ? TILE_WIDTH : Number(part);
  const isPossible = (level === "entries" || level < 64) && number < MOST && width > 0;
  const tile = { level, number, width };
  return isPossible && tilePath(tile) === path ? tile : null;
}

/** How many hashes or entries a tile has in a log of this size; 0 if it is not there. */
export function widthAt(size: number, { level, number }: Pick<TilePath, "level" | "number">) {
  const count = Math.floor(size / TILE_WIDTH ** (level === "entries" ? 0 : level));
  return Math.min(TILE_WIDTH, Math.max(0, count - number * TILE_WIDTH));
}

/** The bundles that have all entries of a log of this size. */
export function bundlesOf(size: number): TilePath[] {
  return Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, number) => {
    const tile = { level: "entries", number } as const;
    return { ...tile, width: widthAt(size, tile) };
  });
}

export function writeBundle(entries: string[]): Uint8Array<ArrayBuffer> {
  const all = entries.map(utf8);
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  let at = 0;
  for (const entry of all) {
    if (entry.length > LONGEST_ENTRY) throw new Error("An entry is too long for the log");
    bytes.set([entry.length >> 8, entry.length & 255], at);
    bytes.set(entry, at + LENGTH_BYTES);
    at += LENGTH_BYTES + entry.length;
  }
  return bytes;
}

/** Throws unless it has exactly so many entries, each of them valid UTF-8. */
export function readBundle(bytes: Uint8Array, width: number): string[] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const entries: string[] = [];
  let at = 0;
  while (at < bytes.length && entries.length < width) {
    const [high = 0, low] = bytes.subarray(at, at + LENGTH_BYTES);
    if (low === undefined) break;
    const start = at + LENGTH_BYTES;
    at = start + high * 256 + low;
    if (at > bytes.length) break;
    entries.push(decoder.decode(bytes.subarray(start, at)));
  }
  if (entries.length !== width || at !== bytes.length) {
    throw new Error("A bundle of the log does not have the entries that it should have");
  }
  return entries;
}
