import { sql } from "kysely";
import { areEqual } from "../../../record/bytes.ts";
import type { Checkpoint } from "../../../record/checkpoint.ts";
import {
  append,
  endTiles,
  hashRanges,
  openEnd,
  rootOf,
  splitHashes,
  type Tile,
  type TileId,
  type TreeEnd,
  tilesFor,
} from "../../../record/tiles.ts";
import {
  consistencyRanges,
  hashLeaf,
  provesConsistency,
  type Range,
} from "../../../record/tree.ts";
import type { Database } from "../../database/connect.ts";
import { Refusal } from "../../database/outcome.ts";
import type { Head, Signer } from "../signing/signer.ts";

// The stored trees: a record for each survey, and one log of the site. Whoever can write to the
// database must not get this site's signature for what they have written there. So a tree is opened
// before it is added to, and before it is served.

/** The record of this survey, or with null the site's log. */
export type TreeOf = string | null;

/** The stored tree is not what this site has signed. Nothing of it is signed or served. */
export class TreeRefused extends Refusal {
  constructor(of: TreeOf, why: string) {
    if (of === null) super("log.not-ours", `The log ${why}`);
    else super("record_refused", `The record of survey ${of} ${why}`);
  }
}

/** The table of a tree's tiles, and what stands before the other columns and values of a row. */
function tilesOf(of: TreeOf) {
  return of === null
    ? { table: sql.table("log_tiles"), column: sql``, value: sql`` }
    : { table: sql.table("record_tiles"), column: sql`survey_id, `, value: sql`${of}, ` };
}

export async function readTiles(db: Database, of: TreeOf, ids: TileId[]): Promise<Tile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ level: number; number: number; hashes: Buffer }>`
    select t.level, t.number, t.hashes
    from ${tilesOf(of).table} as t join unnest(
      ${ids.map(({ level }) => level)}::int[], ${ids.map(({ number }) => number)}::int[]
    ) as g (level, number) on g.level = t.level and g.number = t.number
    ${of === null ? sql`` : sql`where t.survey_id = ${of}`}
  `.execute(db);
  return rows.map(({ hashes, ...id }) => ({ ...id, hashes: splitHashes(hashes) }));
}

/** Throws if a tile is missing or too short. */
export async function readHashes(db: Database, of: TreeOf, ranges: Range[]) {
  return hashRanges(ranges, await readTiles(db, of, tilesFor(ranges)));
}

export async function writeTiles(trx: Database, of: TreeOf, tiles: Tile[]): Promise<void> {
  if (tiles.length === 0) return;
  const { table, column, value } = tilesOf(of);
  const rows = tiles.map(
    ({ level, number, hashes }) => sql`(${value}${level}, ${number}, ${Buffer.concat(hashes)})`,
  );
  await sql`
    insert into ${table} (${column}level, number, hashes) values ${sql.join(rows)}
    on conflict (${column}level, number) do update set hashes = excluded.hashes
  `.execute(trx);
}

/** A tree as its row has it. */
export interface StoredTree {
  origin: string;
  size: number;
  checkpoint: string;
}

/**
 * The end of a stored tree, if this site has signed it and it goes on from `known`: what was seen of
 * it *before* it was read. Null while it is empty.
 */
export async function openHead(
  db: Database,
  signer: Signer,
  of: TreeOf,
  tree: StoredTree | undefined,
  known: Checkpoint | undefined,
): Promise<Head | null> {
  const { origin = "", size = 0, checkpoint: stored = "" } = tree ?? {};
  if (known && known.size > size) {
    throw new TreeRefused(of, `had ${known.size} entries and has ${size}: history was lost`);
  }
  if (size === 0) return null;
  const opened = await signer.open(stored, origin);
  if (!opened || !origin.endsWith(of === null ? "/log" : `/record/${of}`)) {
    throw new TreeRefused(of, "has a checkpoint that this site has not signed");
  }
  if (opened.size !== size) throw new TreeRefused(of, "has another size than was signed");
  if (known && !(await continues(db, of, known, opened))) {
    throw new TreeRefused(of, `does not go on from the one that had ${known.size} entries`);
  }
  return { ...opened, stored, note: signer.signHead(opened) };
}

/** Whether the second is the same tree, or one that only adds to the first. */
async function continues(
  db: Database,
  of: TreeOf,
  first: Checkpoint,
  second: Checkpoint,
): Promise<boolean> {
  if (first.size > second.size || first.origin !== second.origin) return false;
  const ranges = consistencyRanges(first.size, second.size);
  const tiles = await readTiles(db, of, tilesFor(ranges));
  try {
    return provesConsistency(first, second, hashRanges(ranges, tiles));
  } catch {
    // A tile is missing or too short.
    return false;
  }
}

/** What is needed to add to a tree whose head was opened; null of an empty one. */
export async function readEnd(
  db: Database,
  of: TreeOf,
  head: Pick<Checkpoint, "size" | "root"> | null,
): Promise<TreeEnd> {
  if (!head) return { size: 0, tails: [] };
  const needed = endTiles(head.size);
  const tiles = await readTiles(db, of, needed);
  try {
    if (tiles.length < needed.length) throw new Error("A tile is missing");
    const end = openEnd(head.size, tiles);
    if (areEqual(head.root, rootOf(end))) return end;
  } catch {
    // Told below.
  }
  throw new TreeRefused(of, "has other hashes than were signed");
}

/** Adds the hashes of these entries to the end of a tree. Returns what its row has to say then. */
export async function appendTexts(
  trx: Database,
  signer: Signer,
  of: TreeOf,
  { origin, end, texts }: { origin: string; end: TreeEnd; texts: string[] },
): Promise<Pick<StoredTree, "size" | "checkpoint">> {
  const leaves = texts.map((text) => hashLeaf(text));
  await writeTiles(trx, of, append(end, leaves));
  const { size } = end;
  return { size, checkpoint: signer.signHead({ origin, size, root: rootOf(end) }) };
}
