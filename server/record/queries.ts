import { sql } from "kysely";
import type { Choice } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import type { Signer } from "../signer.ts";
import { openRecord } from "./head-queries.ts";
import { originOf, type StoredEntry } from "./rules.ts";

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
  const waited = sql`(oldest.created_at <= ${ago(waitMs)} or ${isOver(settleMs)})`;
  const { rows } = await sql<{ surveyId: string; reason: Reason }>`
    select t.survey_id as "surveyId",
      case when oldest.created_at is null then 'late' when ${waited} then 'waited' else 'many' end
        as reason
    from survey_tallies as t
    join surveys as s on s.id = t.survey_id
    left join records as r on r.survey_id = t.survey_id
    left join lateral (
      select v.created_at from votes as v
      where v.survey_id = t.survey_id and (r.survey_id is null
        or (v.created_at, v.id) > (r.read_to, r.read_id))
      order by v.created_at, v.id limit 1
    ) as oldest on true
    where t.votes + t.set_aside > coalesce(r.votes, 0) and not coalesce(r.closed, false)
      and (s.results <> 'closed' or ${isOver(settleMs)})
      and (
        t.votes + t.set_aside >= coalesce(r.votes, 0) + ${atLeast}
        or oldest.created_at is null
        or ${waited}
      )
    limit ${limit}
  `.execute(db);
  return rows;
}

const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000})`;

/** The survey has closed, and every vote on it can be seen by now. */
const isOver = (settleMs: number) =>
  sql<boolean>`(s.closes_at is not null and s.closes_at <= ${ago(settleMs)})`;

/**
 * How votes of a survey are entered now. If its result shows only when it closes, all votes are
 * entered then, in an order that tells nothing.
 */
type Entering = "in turn" | "not yet" | "sorted";

export async function readEntering(
  trx: Database,
  surveyId: string,
  settleMs: number,
): Promise<Entering> {
  const survey = await trx
    .selectFrom("surveys as s")
    .select(["s.results", isOver(settleMs).as("isOver")])
    .where("s.id", "=", surveyId)
    .executeTakeFirstOrThrow();
  if (survey.results !== "closed") return "in turn";
  return survey.isOver ? "sorted" : "not yet";
}

export interface RecordDeps {
  signer: Signer;
  /** Where the site is, without the scheme: the beginning of every record's name. */
  host: string;
}

/**
 * Locks the survey's record, and creates it first if there is none. Null if another server has it.
 * Throws for a record that this site has not signed.
 */
export async function lockRecord(trx: Database, deps: RecordDeps, surveyId: string) {
  return selectForUpdate(trx, deps, surveyId, (record) => record.skipLocked());
}

/** The same, but waits for others. Null if there is no such survey. */
export async function waitForRecord(trx: Database, deps: RecordDeps, surveyId: string) {
  return selectForUpdate(trx, deps, surveyId, (record) => record);
}

async function selectForUpdate(
  trx: Database,
  { signer, host }: RecordDeps,
  surveyId: string,
  how: (record: RecordQuery) => RecordQuery,
) {
  const origin = originOf(host, surveyId);
  const known = signer.heads.last(surveyId);
  await sql`
    insert into records (survey_id, origin) select id, ${origin} from surveys where id = ${surveyId}
    on conflict (survey_id) do nothing
  `.execute(trx);
  const record = await how(recordQuery(trx, surveyId)).executeTakeFirst();
  if (!record) return null;
  await openRecord(trx, signer, surveyId, record, known);
  return record;
}

function recordQuery(trx: Database, surveyId: string) {
  return trx.selectFrom("records").selectAll().where("survey_id", "=", surveyId).forUpdate();
}

type RecordQuery = ReturnType<typeof recordQuery>;

export type LockedRecord = NonNullable<Awaited<ReturnType<typeof lockRecord>>>;

export interface VoteToEnter {
  id: string;
  userId: string;
  vote: Choice;
  receipt: string;
  nonce: string;
  /** Of the text that was answered. */
  textHash: Buffer;
  createdAt: Date;
}

interface Reading {
  /** Younger votes may still have unseen neighbours, whose transactions have not ended. */
  settleMs: number;
  limit: number;
}

export const voteColumns = sql`v.id, v.user_id as "userId", v.vote, v.receipt, v.nonce,
  v.text_hash as "textHash", v.created_at as "createdAt"`;
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

/** What changes in a record's row when votes are entered before their turn. */
export function aheadBy({ ahead_to }: LockedRecord, votes: VoteToEnter[]): Partial<RecordState> {
  const times = votes.map(({ createdAt }) => createdAt.getTime());
  return { ahead_to: new Date(Math.max(ahead_to.getTime(), ...times)) };
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

/** Votes that are not in the record, in an order that tells nothing about their voters. */
export async function readSorted(
  trx: Database,
  surveyId: string,
  limit: number,
): Promise<VoteToEnter[]> {
  const { rows } = await sql<VoteToEnter>`
    select ${voteColumns} from votes as v
    where v.survey_id = ${surveyId} and ${isNotEntered(surveyId)}
    order by v.text_hash, v.receipt limit ${limit}
  `.execute(trx);
  return rows;
}

export async function insertEntries(
  trx: Database,
  surveyId: string,
  first: number,
  entries: StoredEntry[],
): Promise<void> {
  const votes = entries.map((entry) => ("text" in entry ? null : entry));
  const texts = entries.map((entry) => ("text" in entry ? entry.text : null));
  await sql`
    insert into record_entries (survey_id, position, receipt, nonce, vote, commitment, text)
    select s.id, ${first} + g.place - 1, g.receipt, g.nonce, g.vote,
      decode(g.commitment, 'hex'), g.text
    from surveys as s cross join unnest(
      ${votes.map((vote) => vote?.receipt ?? null)}::uuid[],
      ${votes.map((vote) => vote?.nonce ?? null)}::uuid[],
      ${votes.map((vote) => vote?.vote ?? null)}::text[],
      ${votes.map((vote) => vote?.commitment ?? null)}::text[], ${texts}::text[]
    ) with ordinality as g (receipt, nonce, vote, commitment, text, place)
    where s.id = ${surveyId}
  `.execute(trx);
}

/** What has changed of a record. */
export type RecordState = Pick<
  LockedRecord,
  "size" | "votes" | "read_to" | "read_id" | "ahead_to" | "checkpoint" | "closed" | "text_hash"
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
