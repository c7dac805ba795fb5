import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/connect.ts";

export interface Counts {
  yes: number;
  no: number;
  setAside: number;
  liked: number;
  disliked: number;
}

const actualCounts = (of: RawBuilder<unknown>) => sql`
  select s.id as survey_id, s.listed_category, s.search, s.opens_at, s.closes_at,
    coalesce(v.yes, 0) as yes, coalesce(v.no, 0) as no,
    coalesce(v.set_aside, 0) as set_aside,
    coalesce(r.liked, 0) as liked, coalesce(r.disliked, 0) as disliked
  from surveys as s
  left join (
    select survey_id,
      (count(*) filter (where vote = 'yes' and set_aside is null))::int as yes,
      (count(*) filter (where vote = 'no' and set_aside is null))::int as no,
      count(set_aside)::int as set_aside
    from (
      select survey_id, vote, set_aside from votes where ${of}
      union all select survey_id, vote, null from ballots where ${of}
    ) as given group by survey_id
  ) as v on v.survey_id = s.id
  left join (
    select survey_id, (count(*) filter (where kind = 'like'))::int as liked,
      (count(*) filter (where kind = 'dislike'))::int as disliked
    from reactions where ${of} group by survey_id
  ) as r on r.survey_id = s.id`;

/** The ids of some surveys, from this one on and then from the first. */
export async function listSome(db: Database, from: string, limit: number): Promise<string[]> {
  const list = (side: ">=" | "<", most: number) =>
    db
      .selectFrom("surveys")
      .select("id")
      .where("id", side, from)
      .orderBy("id")
      .limit(most)
      .execute();
  const rows = await list(">=", limit);
  const rest = await list("<", limit - rows.length);
  return [...rows, ...rest].map(({ id }) => id);
}

/** Surveys, of all or of these, whose tally has a wrong count or copy, or is missing. */
export async function findWrongTallies(db: Database, among?: string[]) {
  const of = among ? sql`survey_id = any(${among}::uuid[])` : sql`true`;
  const { rows } = await sql<{ surveyId: string; counted: Counts; actual: Counts }>`
    select a.survey_id as "surveyId",
      json_build_object('yes', coalesce(t.yes, 0), 'no', coalesce(t.no, 0),
        'setAside', coalesce(t.set_aside, 0), 'liked', coalesce(t.liked, 0),
        'disliked', coalesce(t.disliked, 0)) as counted,
      json_build_object('yes', a.yes, 'no', a.no, 'setAside', a.set_aside,
        'liked', a.liked, 'disliked', a.disliked) as actual
    from (${actualCounts(of)}) as a left join survey_tallies as t on t.survey_id = a.survey_id
    where ${among ? sql`a.${of}` : of} and (t.survey_id is null
      or (t.yes, t.no, t.set_aside, t.liked, t.disliked)
        <> (a.yes, a.no, a.set_aside, a.liked, a.disliked)
      or (t.listed_category, t.search, t.opens_at, t.closes_at)
        is distinct from (a.listed_category, a.search, a.opens_at, a.closes_at))
    order by a.survey_id
  `.execute(db);
  return rows;
}

/** Counts and copies one survey again while its tally is locked. */
export async function fixTally(db: Database, surveyId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into survey_tallies (survey_id, listed_category, search, opens_at, closes_at)
      select id, listed_category, search, opens_at, closes_at from surveys where id = ${surveyId}
      on conflict (survey_id) do nothing
    `.execute(trx);
    await sql`select 1 from survey_tallies where survey_id = ${surveyId} for update`.execute(trx);
    // A separate statement, so that it sees everything committed before the lock was taken.
    await sql`
      update survey_tallies as t set
        yes = (select count(*) from votes
            where survey_id = t.survey_id and vote = 'yes' and set_aside is null)
          + (select count(*) from ballots where survey_id = t.survey_id and vote = 'yes'),
        no = (select count(*) from votes
            where survey_id = t.survey_id and vote = 'no' and set_aside is null)
          + (select count(*) from ballots where survey_id = t.survey_id and vote = 'no'),
        set_aside = (select count(set_aside) from votes where survey_id = t.survey_id),
        liked = (select count(*) from reactions where survey_id = t.survey_id and kind = 'like'),
        disliked = (select count(*) from reactions where survey_id = t.survey_id and kind = 'dislike'),
        listed_category = s.listed_category, search = s.search, opens_at = s.opens_at,
        closes_at = s.closes_at
      from surveys as s where s.id = t.survey_id and s.id = ${surveyId}
    `.execute(trx);
  });
}
