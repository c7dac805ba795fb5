import { emptyRoot, hashNode, type Range } from "./tree.ts";

// The tree is stored in tiles of up to 256 hashes, as C2SP's tlog-tiles does: those of level 0 are
// hashes of leaves, those of each further level are the hashes of full tiles of the level below. So
// adding reads and writes only the last tile of each level, and a proof needs a few tiles.

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
  const tiles: TileId[] = [];
  for (let count = size, level = 0; count > 0; count = Math.floor(count / TILE_WIDTH), level += 1) {
    if (count % TILE_WIDTH > 0) tiles.push({ level, number: Math.floor(count / TILE_WIDTH) });
  }
  return tiles;
}

export function openEnd(size: number, tiles: Tile[]): TreeEnd {
  const tails: Uint8Array[][] = [];
  for (const { level, number, hashes } of tiles) {
    const stored = Math.floor(size / TILE_WIDTH ** level) - number * TILE_WIDTH;
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
  const subtrees = tails.flatMap((tail) => hashParts(tail).reverse());
  return subtrees.reduce((right, left) => hashNode(left, right));
}

/** The hashes of the full subtrees that a row of hashes is made of, the largest first. */
function hashParts(row: Uint8Array[]): Uint8Array[] {
  return subtreesOf({ start: 0, end: row.length }).map(({ bits, index }) =>
    hashFull(row.slice(index * 2 ** bits, (index + 1) * 2 ** bits)),
  );
}
