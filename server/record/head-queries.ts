import { sql } from "kysely";
import { areEqual } from "../../record/bytes.ts";
import { type Checkpoint, checkpointText } from "../../record/checkpoint.ts";
import { hashRanges, tilesFor } from "../../record/tiles.ts";
import { consistencyRanges, provesConsistency } from "../../record/tree.ts";
import type { Database } from "../database/connect.ts";
import { Refusal } from "../database/outcome.ts";
import {
  createSiteSigner,
  type Head,
  type Heads,
  type KeySettings,
  type Signer,
} from "./signer.ts";
import { readTiles } from "./tile-queries.ts";

// Whoever can write to the database must not get this site's signature for what they have written
// there. So a record is opened before it is added to, and before it is served.

/** The stored record is not what this site has signed. Nothing of it is signed or served. */
export class RefusedRecord extends Refusal {
  constructor(surveyId: string, why: string) {
    super("record_refused", `The record of survey ${surveyId} ${why}`);
  }
}

interface StoredRecord {
  origin: string;
  size: number;
  checkpoint: string;
}

/**
 * The end of a stored record, if this site has signed it and it goes on from `known`: what this
 * process had seen of it *before* the record was read. Null if there is no record yet.
 */
export async function openHead(
  db: Database,
  signer: Signer,
  surveyId: string,
  record: StoredRecord | undefined,
  known: Head | undefined,
): Promise<Head | null> {
  const { heads } = signer;
  if (known && known.stored === record?.checkpoint && known.size === record.size) return known;
  const size = record?.size ?? 0;
  if (!record || size === 0) {
    if (known) refuse(heads, surveyId, `has vanished; it had ${known.size} entries`);
    return null;
  }
  const { origin, checkpoint } = record;
  const opened = await signer.open(checkpoint, origin);
  if (!opened || !origin.endsWith(`/record/${surveyId}`)) {
    return refuse(heads, surveyId, "has a checkpoint that this site has not signed");
  }
  if (opened.size !== size) refuse(heads, surveyId, "has another size than was signed");
  if (known && !(await continues(db, surveyId, known, opened))) {
    refuse(heads, surveyId, `does not go on from the one that had ${known.size} entries`);
  }
  const { root, isOwn } = opened;
  const note = isOwn ? checkpoint : signer.sign(checkpointText(opened), origin);
  const head = { origin, size, root, stored: checkpoint, note };
  heads.remember(surveyId, head);
  heads.refused.delete(surveyId);
  return head;
}

function refuse(heads: Heads, surveyId: string, why: string): never {
  heads.refused.add(surveyId);
  throw new RefusedRecord(surveyId, why);
}

/** Throws if the stored tiles are not those of the signed root. */
export function expectTiles(
  signer: Signer,
  surveyId: string,
  signed: Uint8Array,
  stored: Uint8Array,
): void {
  if (!areEqual(signed, stored))
    refuse(signer.heads, surveyId, "has other hashes than were signed");
}

/** Whether the second is the same record, or one that only adds to the first. */
export async function continues(
  db: Database,
  surveyId: string,
  first: Checkpoint,
  second: Checkpoint,
): Promise<boolean> {
  if (first.size > second.size || first.origin !== second.origin) return false;
  const ranges = consistencyRanges(first.size, second.size);
  const tiles = await readTiles(db, surveyId, tilesFor(ranges));
  try {
    return provesConsistency(first, second, hashRanges(ranges, tiles));
  } catch {
    // A tile is missing or too short.
    return false;
  }
}

const PAGE = 1_000;

/** Signs all records with the present key that a key from before has signed. */
export async function signAnew(db: Database, signer: Signer, signal?: AbortSignal): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  while (!signal?.aborted) {
    const records = await db
      .selectFrom("records")
      .select(["survey_id", "origin", "checkpoint"])
      .where("survey_id", ">", after)
      .where("size", ">", 0)
      .orderBy("survey_id")
      .limit(PAGE)
      .execute();
    for (const { survey_id, origin, checkpoint } of records) {
      const opened = await signer.open(checkpoint, origin);
      if (!opened || opened.isOwn) continue;
      await db
        .updateTable("records")
        .set({ checkpoint: signer.sign(checkpointText(opened), origin) })
        .where("survey_id", "=", survey_id)
        // Unless it has grown meanwhile, and so was signed.
        .where("checkpoint", "=", checkpoint)
        .execute();
    }
    const last = records.at(-1);
    if (!last || records.length < PAGE) return;
    after = last.survey_id;
  }
}

interface Look {
  /** Records of surveys from this id on, and then from the first. */
  from: string;
  limit: number;
}

/** How many of some records the site with this secret would refuse. */
export async function countRefused(
  db: Database,
  secret: string,
  settings: KeySettings,
  { from, limit }: Look,
) {
  const signer = createSiteSigner(secret, settings);
  const { rows } = await sql<StoredRecord & { surveyId: string }>`
    (select survey_id as "surveyId", origin, size, checkpoint from records
      where size > 0 and survey_id >= ${from} order by survey_id limit ${limit})
    union all
    (select survey_id, origin, size, checkpoint from records
      where size > 0 and survey_id < ${from} order by survey_id limit ${limit})
    limit ${limit}
  `.execute(db);
  let refused = 0;
  for (const { surveyId, ...record } of rows) {
    const head = await openHead(db, signer, surveyId, record, undefined).catch(asRefused);
    if (!head) refused += 1;
  }
  return { looked: rows.length, refused };
}

function asRefused(error: unknown): null {
  if (error instanceof RefusedRecord) return null;
  throw error;
}
