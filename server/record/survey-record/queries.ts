import { sql } from "kysely";
import type { Choice } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { openRecord } from "./open-record.ts";

export interface Due {
  /** So many votes are entered at once... */
  atLeast: number;
  /** ...or fewer, if the oldest has waited for this long. */
  waitMs: number;
  /** Younger votes are not entered yet; the last ones of a closed survey then don't wait longer. */
  settleMs: number;
}

/**
 * Surveys with votes to enter, or whose record says nothing yet of their closing: ten, or fewer if one
 * has waited for long or for the closing, or if some became visible late. Then the tally counts more
 * than are in the record, and none comes after the last one read.
 */
export async function findDue(db: Database, { atLeast, waitMs, settleMs }: Due, limit: number) {
  const mayBeFew = sql`(${isOver(settleMs)} or oldest.created_at is null
    or oldest.created_at <= ${ago(waitMs)})`;
  const { rows } = await sql<{ surveyId: string }>`
    select t.survey_id as "surveyId"
    from survey_tallies as t
    join surveys as s on s.id = t.survey_id
    left join records as r on r.survey_id = t.survey_id
    left join ballot_keys as k on k.survey_id = t.survey_id
    left join lateral (
      select v.created_at from votes as v
      where v.survey_id = t.survey_id and (r.survey_id is null
        or (v.created_at, v.id) > (r.read_to, r.read_id))
      order by v.created_at, v.id limit 1
    ) as oldest on true
    where not coalesce(r.closed, false)
      and (((s.results <> 'closed' or ${isOver(settleMs)}) and (
        t.votes + t.set_aside > coalesce(r.votes, 0) or (r.size > 0 and ${isOver(settleMs)})
      )) or ${hasNewPapers})
      and (t.votes + t.set_aside >= coalesce(r.votes, 0) + ${atLeast} or ${mayBeFew})
    limit ${limit}
  `.execute(db);
  return rows.map(({ surveyId }) => surveyId);
}

/** The record says each hour how many ballot papers were issued. */
const hasNewPapers = sql<boolean>`(k.given_up > coalesce(r.given_up, 0)
  or (k.issued > coalesce(r.issued, 0)
    and coalesce(r.issued_at, 'epoch') < date_trunc('hour', now())))`;

const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000})`;

/** The survey has closed, and every vote on it can be seen by now: none is later than that. */
const isOver = (settleMs: number) =>
  sql<boolean>`(s.closes_at is not null and s.closes_at <= ${ago(settleMs)})`;

/** What decides how the votes of a survey are entered now, and whether others may follow. */
export async function readSurvey(trx: Database, surveyId: string, { settleMs, waitMs }: Due) {
  return trx
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .leftJoin("ballot_keys as k", "k.survey_id", "s.id")
    .select(["s.results", "s.ballot", "k.issued", "k.given_up", isOver(settleMs).as("isOver")])
    .select(
      // Those that still wait for others come first.
      sql<boolean>`s.counting is not distinct from 'closing'
        or exists (select 1 from ballot_inbox where survey_id = ${surveyId})`.as("isWaiting"),
    )
    .select(sql<Date>`date_trunc('hour', now())`.as("hour"))
    .select(sql<Date>`${ago(waitMs)}`.as("longAgo"))
    .select(sql<number>`t.votes + t.set_aside`.as("counted"))
    .select(sql<string>`to_char(s.closes_at at time zone 'UTC', 'YYYY-MM-DD')`.as("closedOn"))
    .where("s.id", "=", surveyId)
    .where("t.survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
}

export type SurveyNow = Awaited<ReturnType<typeof readSurvey>>;

export interface RecordDeps {
  signer: Signer;
  /** Where the site is, without the scheme: the beginning of every record's name. */
  host: string;
}

/** The name of a survey's record. It stays even if the site's address changes. */
export function originOf(host: string, surveyId: string): string {
  return `${host}/record/${surveyId}`;
}

/**
 * Locks the survey's record, and creates it first if there is none. Null if there is no such survey, or
 * if another server has the record, unless it is to `wait` for that. Throws for a record that this site
 * has not signed.
 */
export async function lockRecord(
  trx: Database,
  { signer, host }: RecordDeps,
  surveyId: string,
  { wait }: { wait: boolean },
) {
  const origin = originOf(host, surveyId);
  const known = signer.heads.last(surveyId);
  await sql`
    insert into records (survey_id, origin) select id, ${origin} from surveys where id = ${surveyId}
    on conflict (survey_id) do nothing
  `.execute(trx);
  const own = trx.selectFrom("records").selectAll().where("survey_id", "=", surveyId).forUpdate();
  const record = await (wait ? own : own.skipLocked()).executeTakeFirst();
  if (!record) return null;
  await openRecord(trx, signer, surveyId, record, known);
  return record;
}

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

export const voteColumns = sql`v.id, v.user_id as "userId", v.vote, v.receipt, v.nonce,
  v.text_hash as "textHash", v.created_at as "createdAt"`;
const ballotsAsVotes = sql`select survey_id, receipt as id, receipt as user_id, vote, receipt, nonce,
  text_hash, hour as created_at from ballots`;
const isNotEntered = (surveyId: string) => sql`not exists (
  select 1 from record_entries as e
  where e.survey_id = v.survey_id and e.survey_id = ${surveyId} and e.receipt = v.receipt
)`;

/**
 * Which votes are entered next: those that come after the last one read, those that come before it and
 * are not in the record, because their transaction took long; or, if the result shows only when the
 * survey closes, all of them in an order that tells nothing about their voters. Ballots are put in place
 * in groups, so all that are in place can be entered.
 */
export type Order = "in turn" | "late" | "sorted" | "ballots";

// Some 20 ms of work, for which other requests wait.
export const VOTES_AT_ONCE = 2_000;
// Reading them in the order of their receipts sorts all votes of a survey, so it is done for more.
const SORTED_AT_ONCE = 20_000;

/** Younger votes than `settleMs` may still have unseen neighbours, whose transactions have not ended. */
export async function readWaiting(
  trx: Database,
  { survey_id, read_to, read_id, ahead_to }: LockedRecord,
  order: Order,
  settleMs: number,
): Promise<VoteToEnter[]> {
  const isNext = sql`(v.created_at, v.id) > (${read_to}::timestamptz, ${read_id}::uuid)`;
  const isMissing = isNotEntered(survey_id);
  // Whether votes that come after the last one read may be in the record already.
  const isAhead = ahead_to >= read_to ? isMissing : sql`true`;
  const { which, by, limit } = {
    "in turn": {
      which: sql`${isNext} and v.created_at <= ${ago(settleMs)} and ${isAhead}`,
      by: sql`v.created_at, v.id`,
      limit: VOTES_AT_ONCE,
    },
    late: { which: sql`not ${isNext} and ${isMissing}`, by: sql`v.id`, limit: VOTES_AT_ONCE },
    sorted: { which: isMissing, by: sql`v.text_hash, v.receipt`, limit: SORTED_AT_ONCE },
    ballots: { which: isMissing, by: sql`v.text_hash, v.receipt`, limit: SORTED_AT_ONCE },
  }[order];
  const from = order === "ballots" ? sql`(${ballotsAsVotes}) as v` : sql`votes as v`;
  const { rows } = await sql<VoteToEnter>`
    select ${voteColumns} from ${from}
    where v.survey_id = ${survey_id} and ${which}
    order by ${by} limit ${limit}
  `.execute(trx);
  return rows;
}

/**
 * How many are late, by counting: the tally's votes less those in the record and those that are still
 * to be read. One statement, so that all of them are of the same moment.
 */
export async function countLate(db: Database, surveyId: string): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    select (t.votes + t.set_aside - r.votes - (
      select count(*) from votes as v
      where v.survey_id = ${surveyId} and (v.created_at, v.id) > (r.read_to, r.read_id)
        and (r.ahead_to < r.read_to or ${isNotEntered(surveyId)})
    ))::int as late
    from survey_tallies as t join records as r on r.survey_id = t.survey_id
    where t.survey_id = ${surveyId} and r.survey_id = ${surveyId}
  `.execute(db);
  return rows[0]?.late ?? 0;
}

/** What has changed of a record. */
export type RecordState = Pick<
  LockedRecord,
  | "size"
  | "votes"
  | "read_to"
  | "read_id"
  | "ahead_to"
  | "checkpoint"
  | "closed"
  | "text_hash"
  | "issued"
  | "given_up"
  | "issued_at"
>;

export async function saveRecord(
  trx: Database,
  surveyId: string,
  state: Partial<RecordState>,
): Promise<void> {
  await trx.updateTable("records").set(state).where("survey_id", "=", surveyId).execute();
}
