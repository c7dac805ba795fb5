import { sql } from "kysely";
import type { Checkpoint } from "../../../record/checkpoint.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { TreeRefused } from "../survey-record/tree-queries.ts";

/** Undefined until the log has begun. */
export async function findHead(db: Database) {
  return db.selectFrom("log_head").selectAll().executeTakeFirst();
}

/** Locks the log, and begins it first if there is none. Null if another server adds to it. */
export async function lockHead(trx: Database, origin: string) {
  await trx
    .insertInto("log_head")
    .values({ origin })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const head = trx.selectFrom("log_head").selectAll().forUpdate().skipLocked();
  return (await head.executeTakeFirst()) ?? null;
}

export type LogHead = NonNullable<Awaited<ReturnType<typeof lockHead>>>;

/** Throws if this is not a checkpoint of the log that the site itself has signed. */
export async function openOwn(signer: Signer, note: string, origin: string): Promise<Checkpoint> {
  const opened = await signer.open(note, origin);
  if (opened) return opened;
  throw new TreeRefused(null, "has a checkpoint that this site has not signed");
}

/** What has changed of the head. */
export async function saveHead(
  db: Database,
  state: Partial<Pick<LogHead, "size" | "checkpoint" | "timed_at">>,
): Promise<void> {
  await db.updateTable("log_head").set(state).execute();
}

/** Serves a checkpoint from now on, unless a larger one is served already. */
export async function publishHead(db: Database, note: string, size: number): Promise<void> {
  await db
    .updateTable("log_head")
    .set({ published: note, published_size: size })
    .where("published_size", "<=", size)
    .execute();
}

/** Whether this server is to ask the witnesses now: one does, and again after a while. */
export async function claimAsking(db: Database, afterMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("log_head")
    .set({ asked_at: sql<Date>`now()` })
    .where("asked_at", "<=", sql<Date>`now() - make_interval(secs => ${afterMs / 1000})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertLogEntries(
  trx: Database,
  first: number,
  entries: { surveyId: string | null; text: string }[],
): Promise<void> {
  await sql`
    insert into log_entries (position, survey_id, text)
    select ${first} + g.place - 1, g.survey_id, g.text
    from unnest(
      ${entries.map(({ surveyId }) => surveyId)}::uuid[], ${entries.map(({ text }) => text)}::text[]
    ) with ordinality as g (survey_id, text, place)
  `.execute(trx);
}

/** The texts of entries from a place on. */
export async function readLogEntries(db: Database, from: number, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom("log_entries")
    .select("text")
    .where("position", ">=", from)
    .where("position", "<", from + count)
    .orderBy("position")
    .execute();
  return rows.map(({ text }) => text);
}

/** The newest entry about a survey's record that stands before a place of the log. */
export async function findLoggedRecord(db: Database, surveyId: string, before: number) {
  return db
    .selectFrom("log_entries")
    .select(["position", "text"])
    .where("survey_id", "=", surveyId)
    .where("position", "<", before)
    .where(sql<boolean>`text like 'checkpoint %'`)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}
