import { sql } from "kysely";
import { type Batcher, createBatcher } from "../database/batcher.ts";
import type { Database } from "../database/connect.ts";

interface NewVote {
  id: string;
  surveyId: string;
  userId: string;
  vote: "yes" | "no";
  report: string;
}

/**
 * Returns the id of the person's one vote on this survey, which may be an earlier one, or null if
 * the survey is not published.
 */
export type VoteWriter = Batcher<NewVote, string | null>;

/** Votes that arrive together are written by one statement and answered after its commit. */
export function createVoteWriter(db: Database): VoteWriter {
  return createBatcher({
    run: (votes) => writeVotes(db, votes),
    // A few tens of milliseconds of work; larger batches were not faster when measured.
    maxItems: 500,
  });
}

async function writeVotes(db: Database, votes: NewVote[]): Promise<(string | null)[]> {
  const column = <Name extends keyof NewVote>(name: Name) => votes.map((vote) => vote[name]);
  const { rows } = await sql<{ published: boolean; voteId: string | null }>`
    with given as (
      select * from unnest(
        ${column("id")}::uuid[], ${column("surveyId")}::uuid[], ${column("userId")}::uuid[],
        ${column("vote")}::text[], ${column("report")}::text[]
      ) with ordinality as g (id, survey_id, user_id, vote, report, place)
    ), added as (
      -- In key order, so that the batches of two servers can't deadlock.
      insert into votes (survey_id, user_id, id, vote, report)
      select distinct on (g.survey_id, g.user_id) g.survey_id, g.user_id, g.id, g.vote, g.report
      from given as g join surveys as s on s.id = g.survey_id and s.status = 'published'
      order by g.survey_id, g.user_id, g.place
      on conflict (survey_id, user_id) do nothing
      returning survey_id, user_id, id, vote, report
    ), reported as (
      insert into reports (survey_id, id, user_id, text)
      select survey_id, id, user_id, report from added where report <> ''
      -- A report that has this id already must not make the vote fail.
      on conflict do nothing
    ), sums as (
      select survey_id,
        count(*) filter (where vote = 'yes') as yes, count(*) filter (where vote = 'no') as no
      from added group by survey_id
    ), locked as (
      select t.survey_id from survey_tallies as t join sums using (survey_id)
      order by t.survey_id for update of t
    ), counted as (
      update survey_tallies as t set yes = t.yes + sums.yes, no = t.no + sums.no
      from sums join locked using (survey_id) where t.survey_id = sums.survey_id
    )
    select s.id is not null as published, coalesce(added.id, earlier.id) as "voteId"
    from given as g
    left join surveys as s on s.id = g.survey_id and s.status = 'published'
    left join added on added.survey_id = g.survey_id and added.user_id = g.user_id
    left join votes as earlier on earlier.survey_id = g.survey_id and earlier.user_id = g.user_id
    order by g.place
  `.execute(db);
  return Promise.all(
    rows.map(async ({ published, voteId }, index) => {
      if (!published) return null;
      return voteId ?? findVote(db, votes[index] as NewVote);
    }),
  );
}

/** For a vote that another server wrote during this batch's statement, which could not see it. */
async function findVote(db: Database, { surveyId, userId }: NewVote): Promise<string> {
  const vote = await db
    .selectFrom("votes")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return vote.id;
}

/** Whether any of these people has voted on the survey. */
export async function haveVoted(
  db: Database,
  surveyId: string,
  userIds: string[],
): Promise<boolean> {
  if (userIds.length === 0) return false;
  const vote = await db
    .selectFrom("votes")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  return vote !== undefined;
}

export async function hasVoted(db: Database, surveyId: string, userId: string): Promise<boolean> {
  const vote = await db
    .selectFrom("votes as v")
    .innerJoin("surveys as s", "s.id", "v.survey_id")
    .select("v.id")
    .where("v.survey_id", "=", surveyId)
    .where("v.user_id", "=", userId)
    .where("s.status", "=", "published")
    .executeTakeFirst();
  return vote !== undefined;
}

export interface Results {
  yes: number;
  no: number;
}

/** The results of the published ones among these surveys. */
export async function readResults(
  db: Database,
  surveyIds: string[],
): Promise<Map<string, Results>> {
  const rows = await db
    .selectFrom("survey_tallies as t")
    .innerJoin("surveys as s", "s.id", "t.survey_id")
    .select(["t.survey_id", "t.yes", "t.no"])
    .where("t.survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .where("s.status", "=", "published")
    .execute();
  return new Map(rows.map(({ survey_id, yes, no }) => [survey_id, { yes, no }]));
}

export interface Counts {
  yes: number;
  no: number;
  liked: number;
  disliked: number;
}

const actualCounts = sql`
  select s.id as survey_id, s.listed_category, s.search,
    coalesce(v.yes, 0) as yes, coalesce(v.no, 0) as no,
    coalesce(r.liked, 0) as liked, coalesce(r.disliked, 0) as disliked
  from surveys as s
  left join (
    select survey_id, (count(*) filter (where vote = 'yes'))::int as yes,
      (count(*) filter (where vote = 'no'))::int as no
    from votes group by survey_id
  ) as v on v.survey_id = s.id
  left join (
    select survey_id, (count(*) filter (where kind = 'like'))::int as liked,
      (count(*) filter (where kind = 'dislike'))::int as disliked
    from reactions group by survey_id
  ) as r on r.survey_id = s.id`;

/** Surveys whose tally has a wrong count or copy, or is missing. */
export async function findWrongTallies(db: Database) {
  const { rows } = await sql<{ surveyId: string; counted: Counts; actual: Counts }>`
    select a.survey_id as "surveyId",
      json_build_object('yes', coalesce(t.yes, 0), 'no', coalesce(t.no, 0),
        'liked', coalesce(t.liked, 0), 'disliked', coalesce(t.disliked, 0)) as counted,
      json_build_object('yes', a.yes, 'no', a.no,
        'liked', a.liked, 'disliked', a.disliked) as actual
    from (${actualCounts}) as a left join survey_tallies as t on t.survey_id = a.survey_id
    where t.survey_id is null
      or (t.yes, t.no, t.liked, t.disliked) <> (a.yes, a.no, a.liked, a.disliked)
      or (t.listed_category, t.search) is distinct from (a.listed_category, a.search)
    order by a.survey_id
  `.execute(db);
  return rows;
}

/** Counts and copies one survey again while its tally is locked. */
export async function mendTally(db: Database, surveyId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into survey_tallies (survey_id, listed_category, search)
      select id, listed_category, search from surveys where id = ${surveyId}
      on conflict (survey_id) do nothing
    `.execute(trx);
    await sql`select from survey_tallies where survey_id = ${surveyId} for update`.execute(trx);
    // A separate statement, so that it sees everything committed before the lock was taken.
    await sql`
      update survey_tallies as t set
        yes = (select count(*) from votes where survey_id = t.survey_id and vote = 'yes'),
        no = (select count(*) from votes where survey_id = t.survey_id and vote = 'no'),
        liked = (select count(*) from reactions where survey_id = t.survey_id and kind = 'like'),
        disliked = (select count(*) from reactions where survey_id = t.survey_id and kind = 'dislike'),
        listed_category = s.listed_category, search = s.search
      from surveys as s where s.id = t.survey_id and s.id = ${surveyId}
    `.execute(trx);
  });
}
