import { utf8 } from "./bytes.ts";
import { TILE_WIDTH } from "./tiles.ts";

// The addresses and bytes under which a log is served: https://c2sp.org/tlog-tiles

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
