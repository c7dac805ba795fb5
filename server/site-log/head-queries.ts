import { areEqual } from "../../record/bytes.ts";
import { type Checkpoint, openCheckpoint } from "../../record/checkpoint.ts";
import {
  endTiles,
  hashRanges,
  openEnd,
  rootOf,
  type TreeEnd,
  tilesFor,
} from "../../record/tiles.ts";
import type { Database } from "../database/connect.ts";
import { type LogHead, readLogTiles } from "./queries.ts";

/** The stored log is not the one that this site has signed: nothing may be signed or served. */
export class LogBroken extends Error {}

interface Trusted {
  /** The site's own keys: the present one, and the one before while its secret is known. */
  keys: Uint8Array<ArrayBuffer>[];
  /** The last checkpoint that this server knows of. */
  last: Checkpoint | null;
}

/**
 * The end of the stored tree, to add to it. Throws `LogBroken` unless the site itself has signed the
 * stored checkpoint, the stored tiles have its root, and it goes on from the last one that is known.
 */
export async function openStoredLog(
  db: Database,
  { origin, size, checkpoint }: Pick<LogHead, "origin" | "size" | "checkpoint">,
  { keys, last }: Trusted,
): Promise<TreeEnd> {
  const known = last?.origin === origin ? last : null;
  if (known && known.size > size) {
    throw new LogBroken(`The log had ${known.size} entries and has ${size}: history was lost`);
  }
  if (size === 0) return { size: 0, tails: [] };
  const head = await openOwn(checkpoint, origin, keys);
  const end = await readEnd(db, size);
  if (head.size !== size || !areEqual(head.root, rootOf(end))) {
    throw new LogBroken("The stored tiles of the log are not those that were signed");
  }
  if (known && known.size > 0 && !areEqual(known.root, await rootAt(db, known.size))) {
    throw new LogBroken(
      `The first ${known.size} entries of the log are not those that were signed`,
    );
  }
  return end;
}

/** Throws `LogBroken` if this is not a checkpoint of the log that the site itself has signed. */
export async function openOwn(
  note: string,
  origin: string,
  keys: Uint8Array<ArrayBuffer>[],
): Promise<Checkpoint> {
  const named = keys.map((publicKey) => ({ name: origin, publicKey }));
  return openCheckpoint(note, named).catch(() => {
    throw new LogBroken("The stored checkpoint of the log is not signed with this site's key");
  });
}

async function readEnd(db: Database, size: number): Promise<TreeEnd> {
  const needed = endTiles(size);
  const tiles = await readLogTiles(db, needed);
  try {
    if (tiles.length < needed.length) throw new Error("A tile is missing");
    return openEnd(size, tiles);
  } catch {
    throw new LogBroken("A stored tile of the log is missing or too short");
  }
}

/** The root that the log had when it had this size. */
async function rootAt(db: Database, size: number): Promise<Uint8Array> {
  const ranges = [{ start: 0, end: size }];
  const [root] = hashRanges(ranges, await readLogTiles(db, tilesFor(ranges)));
  return root ?? new Uint8Array();
}
