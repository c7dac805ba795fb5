import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import type { Head, Signer } from "../signing/signer.ts";
import { openHead, type StoredTree, TreeRefused } from "./tree-queries.ts";

/**
 * The end of a stored record, as `openHead` opens it, which this process then remembers. `known` is
 * what it had seen of it *before* the record was read. Null if there is no record yet.
 */
export async function openRecord(
  db: Database,
  signer: Signer,
  surveyId: string,
  record: StoredTree | undefined,
  known: Head | undefined,
): Promise<Head | null> {
  if (known && known.stored === record?.checkpoint && known.size === record.size) return known;
  const opening = openHead(db, signer, surveyId, record, known);
  const head = await refusing(signer, surveyId, opening);
  if (head) signer.heads.remember(surveyId, head);
  signer.heads.refused.delete(surveyId);
  return head;
}

/** Counts a record that is refused. */
export async function refusing<Result>(
  { heads }: Signer,
  surveyId: string,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof TreeRefused) heads.refused.add(surveyId);
    throw error;
  });
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
      const note = opened && signer.signHead(opened);
      if (!note || note === checkpoint) continue;
      await db
        .updateTable("records")
        .set({ checkpoint: note })
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

/** How many of some records the site with this signer would refuse. */
export async function countRefused(db: Database, signer: Signer, { from, limit }: Look) {
  const { rows } = await sql<StoredTree & { surveyId: string }>`
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
  if (error instanceof TreeRefused) return null;
  throw error;
}
