import { sql } from "kysely";
import type { Choice, SurveyText } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import type { StoredEntry } from "./rules.ts";

export interface Due {
  /** So many votes are entered at once... */
  atLeast: number;
  /** ...or fewer, if the oldest has waited for this long. */
  waitMs: number;
  /** Younger votes are not entered yet; the last ones of a closed survey then don't wait longer. */
  settleMs: number;
}

/**
 * Why a survey has votes to enter: there are many, one has waited for long or for the survey's
 * closing, or some became visible late. Then the tally counts more than are in the record, and none comes after the last one read.
 */
export type Reason = "many" | "waited" | "late";

export async function findDue(db: Database, { atLeast, waitMs, settleMs }: Due, limit: number) {
  const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000})`;
  const waited = sql`(oldest.created_at <= ${ago(waitMs)} or closed.id is not null)`;
  const { rows } = await sql<{ surveyId: string; reason: Reason }>`
    select t.survey_id as "surveyId",
      case when oldest.created_at is null then 'late' when ${waited} then 'waited' else 'many' end
        as reason
    from survey_tallies as t
    left join records as r on r.survey_id = t.survey_id
    left join surveys as closed
      on closed.id = t.survey_id and closed.closes_at <= ${ago(settleMs)}
    left join lateral (
      select v.created_at from votes as v
      where v.survey_id = t.survey_id and (r.survey_id is null
        or (v.created_at, v.id) > (r.read_to, r.read_id))
      order by v.created_at, v.id limit 1
    ) as oldest on true
    where t.votes + t.set_aside > coalesce(r.votes, 0) and not coalesce(r.closed, false) and (
      t.votes + t.set_aside >= coalesce(r.votes, 0) + ${atLeast}
      or oldest.created_at is null
      or ${waited}
    )
    limit ${limit}
  `.execute(db);
  return rows;
}

/** Locks the survey's record, and creates it first if there is none. Null if another server has it. */
export async function lockRecord(trx: Database, surveyId: string, origin: string) {
  const record = await selectForUpdate(trx, surveyId, origin);
  return (await record.skipLocked().executeTakeFirst()) ?? null;
}

/** The same, but waits for others. Null if there is no such survey. */
export async function waitForRecord(trx: Database, surveyId: string, origin: string) {
  const record = await selectForUpdate(trx, surveyId, origin);
  return (await record.executeTakeFirst()) ?? null;
}

async function selectForUpdate(trx: Database, surveyId: string, origin: string) {
  await sql`
    insert into records (survey_id, origin) select id, ${origin} from surveys where id = ${surveyId}
    on conflict (survey_id) do nothing
  `.execute(trx);
  return trx.selectFrom("records").selectAll().where("survey_id", "=", surveyId).forUpdate();
}

export type LockedRecord = NonNullable<Awaited<ReturnType<typeof lockRecord>>>;

export interface VoteToEnter {
  id: string;
  userId: string;
  vote: Choice;
  receipt: string | null;
  createdAt: Date;
}

interface Reading {
  /** Younger votes may still have unseen neighbours, whose transactions have not ended. */
  settleMs: number;
  limit: number;
}

export const voteColumns = sql`v.id, v.user_id as "userId", v.vote, v.receipt, v.created_at as "createdAt"`;
export const isNotEntered = (surveyId: string) => sql`not exists (
  select 1 from record_entries as e
  where e.survey_id = v.survey_id and e.survey_id = ${surveyId} and e.receipt = v.receipt
)`;
const isSettled = (settleMs: number) =>
  sql<boolean>`v.created_at <= now() - make_interval(secs => ${settleMs / 1000})`;

/** Whether votes that come after the last one read may be in the record already. */
export function hasEntriesAhead({
  read_to,
  ahead_to,
}: Pick<LockedRecord, "read_to" | "ahead_to">): boolean {
  return ahead_to >= read_to;
}

/** The next votes in the order of their time. */
export async function readNextVotes(
  trx: Database,
  { survey_id, read_to, read_id, ahead_to }: LockedRecord,
  { settleMs, limit }: Reading,
): Promise<VoteToEnter[]> {
  const { rows } = await sql<VoteToEnter>`
    select ${voteColumns} from votes as v
    where v.survey_id = ${survey_id} and ${isSettled(settleMs)}
      and (v.created_at, v.id) > (${read_to}::timestamptz, ${read_id}::uuid)
      and ${hasEntriesAhead({ read_to, ahead_to }) ? isNotEntered(survey_id) : sql`true`}
    order by v.created_at, v.id limit ${limit}
  `.execute(trx);
  return rows;
}

/** For votes that were written before votes had receipts. */
export async function setReceipts(
  trx: Database,
  surveyId: string,
  votes: { userId: string; receipt: string }[],
): Promise<void> {
  if (votes.length === 0) return;
  await sql`
    update votes as v set receipt = g.receipt
    from unnest(
      ${votes.map(({ userId }) => userId)}::uuid[], ${votes.map(({ receipt }) => receipt)}::uuid[]
    ) as g (user_id, receipt)
    where v.survey_id = ${surveyId} and v.user_id = g.user_id
  `.execute(trx);
}

/**
 * The texts under which the survey was published, in the order of time: after the given decision,
 * or if there is none yet, from the one that counted when this first vote was given.
 */
export async function readTexts(
  trx: Database,
  { survey_id, decided_to, question }: LockedRecord,
  firstVoteAt: Date,
): Promise<(SurveyText & { decidedAt: Date | null })[]> {
  const decided = await trx
    .selectFrom("survey_decisions")
    .select(["title", "description", "question", "created_at as decidedAt"])
    .where("survey_id", "=", survey_id)
    .where("status", "=", "published")
    .where("created_at", ">", decided_to)
    .orderBy("created_at")
    .execute();
  if (question) return decided;
  const before = decided.findLastIndex(({ decidedAt }) => decidedAt <= firstVoteAt);
  if (before >= 0) return decided.slice(before);
  // Without a decision, as demo surveys are.
  const {
    title,
    description,
    question: asked,
  } = await trx
    .selectFrom("surveys")
    .select(["title", "description", "question"])
    .where("id", "=", survey_id)
    .executeTakeFirstOrThrow();
  return [{ title, description, question: asked, decidedAt: null }, ...decided];
}

export async function insertEntries(
  trx: Database,
  surveyId: string,
  first: number,
  entries: StoredEntry[],
): Promise<void> {
  const receipts = entries.map((entry) => ("receipt" in entry ? entry.receipt : null));
  const votes = entries.map((entry) => ("vote" in entry ? entry.vote : null));
  const texts = entries.map((entry) => ("text" in entry ? entry.text : null));
  await sql`
    insert into record_entries (survey_id, position, receipt, vote, text)
    select s.id, ${first} + g.place - 1, g.receipt, g.vote, g.text
    from surveys as s cross join unnest(
      ${receipts}::uuid[], ${votes}::text[], ${texts}::text[]
    ) with ordinality as g (receipt, vote, text, place)
    where s.id = ${surveyId}
  `.execute(trx);
}

/** What has changed of a record. */
export type RecordState = Pick<
  LockedRecord,
  | "size"
  | "votes"
  | "read_to"
  | "read_id"
  | "ahead_to"
  | "decided_to"
  | "question"
  | "checkpoint"
  | "closed"
>;

export async function saveRecord(
  trx: Database,
  surveyId: string,
  state: Partial<RecordState>,
): Promise<void> {
  await trx
    .updateTable("records")
    .set({ ...state, published_at: sql<Date>`now()` })
    .where("survey_id", "=", surveyId)
    .execute();
}

/** A key that is known already may be introduced later, once. */
export async function addKey(db: Database, { publicKey, handOver }: Key): Promise<void> {
  await db
    .insertInto("record_keys")
    .values({ public_key: Buffer.from(publicKey), hand_over: handOver })
    .onConflict((conflict) =>
      conflict
        .column("public_key")
        .doUpdateSet({ hand_over: handOver })
        .where("record_keys.hand_over", "is", null)
        .where(sql<boolean>`${handOver}::text is not null`),
    )
    .execute();
}

interface Key {
  publicKey: Uint8Array;
  handOver: string | null;
}
