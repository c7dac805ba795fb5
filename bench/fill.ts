import pg from "pg";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";

export interface Size {
  surveys: number;
  votes: number;
}

/** Words of descriptions, and in how many surveys they are: one in this number. */
const words: Record<string, number> = {
  bridges: 10,
  lamps: 25,
  canals: 60,
  ferries: 100,
  lochs: 200,
  unicorns: 30_000,
};

// Those who have voted before the measurement; those who vote during it are others.
const EARLIER_VOTERS = 10_000;

export interface Filler {
  /** Creates people who have not voted. Returns what their tokens need. */
  addPeople(count: number): Promise<{ id: string; email: string }[]>;
  /** Once, after which the tables are large. */
  addSurveys(size: Size): Promise<void>;
  /** All published surveys, in random order. */
  listPublished(): Promise<string[]>;
  /** Published surveys that no earlier call has returned. */
  takeSurveys(count: number): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Fills the site's database by SQL alone. As the superuser, because only it may skip the checks of
 * foreign keys, and may write all to disk before a measurement.
 */
export async function openFiller(connection: Connection): Promise<Filler> {
  const db = new pg.Client({ ...connection, user: SUPERUSER });
  await db.connect();
  await db.query("set session_replication_role = replica; set synchronous_commit = off");
  await db.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'");
  await addPeople(EARLIER_VOTERS, "earlier");
  await db.query(`create temporary table earlier as
    select id, row_number() over () - 1 as place from users`);
  await db.query("create index on earlier (place); analyze earlier");
  const taken = new Set<string>();
  async function addPeople(count: number, kind: string) {
    const { rows } = await db.query<{ id: string; email: string }>(
      `insert into users (email, username, role)
       select $1 || n || '@bench.test', 'Person ' || n, 'user' from generate_series(1, $2::int) as n
       returning id, email`,
      [kind, count],
    );
    return rows;
  }

  async function fill({ surveys, votes }: Size): Promise<void> {
    await withoutIndexes(db, "surveys", () => addSurveys(db, surveys));
    if (votes > 0) await withoutIndexes(db, "votes", () => addVotes(db, votes / surveys));
    await withoutIndexes(db, "survey_tallies", () => countAgain(db));
    await db.query("vacuum analyze");
    await db.query("checkpoint");
  }

  async function listPublished(): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>(
      "select id from surveys where status = 'published' order by random()",
    );
    return rows.map(({ id }) => id);
  }

  return {
    addPeople: (count) => addPeople(count, "caller"),
    addSurveys: fill,
    listPublished,
    async takeSurveys(count) {
      const free = (await listPublished()).filter((id) => !taken.has(id)).slice(0, count);
      for (const id of free) taken.add(id);
      return free;
    },
    close: () => db.end(),
  };
}

/**
 * Surveys of all categories, nine in ten published, with three comments each. Few are in Arabic, fewer
 * can be read in French too, and none in Hindi or Chinese.
 */
async function addSurveys(db: pg.Client, count: number): Promise<void> {
  await db.query(
    `insert into surveys (title, description, category, question, status, surveyor_id, created_at, published_at, language, translated_into)
     select 'Survey about ' || (array['tea', 'trams', 'music', 'taxes', 'robots'])[1 + n % 5] || ' ' || n,
       'What do you think of number ' || n ||
         (select coalesce(string_agg(', ' || word, ''), '')
          from jsonb_each_text($2) as w (word, every) where n % every::int = 3),
       (array['politics', 'social-issues', 'technology', 'entertainment'])[1 + n % 4],
       'Is it good?', case when n % 10 = 0 then 'pending' else 'published' end,
       (select id from earlier where place = n % 100), sent, case when n % 10 > 0 then sent end,
       case when n % 1000 = 7 then 'ar' else 'en' end,
       case when n % 10 = 1 then 'es' when n % 2000 = 2 then 'fr' else '' end
     from generate_series(1, $1::int) as n, make_interval(mins => n) as age, date_trunc('milliseconds', now() - age) as sent`,
    [count, words],
  );
  await withoutIndexes(db, "comments", async () => {
    await db.query(`insert into comments (survey_id, user_id, text, created_at)
     select s.id, e.id, 'I have seen it myself, and it is not as simple as that.', now()
     from surveys as s cross join (select id from earlier where place < 3) as e`);
  });
}

/** From none to twice the average for each survey. */
async function addVotes(db: pg.Client, average: number): Promise<void> {
  await db.query(
    `insert into votes (survey_id, user_id, id, receipt, nonce, text_hash, vote, created_at)
     select s.id, e.id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), s.text_hash, case when random() < 0.6 then 'yes' else 'no' end,
       now() - make_interval(secs => random() * 30 * 86400)
     from (select id, text_hash, abs(hashtext(id::text)) as n, 2 * random() * $1::float as wanted from surveys) as s
     cross join lateral generate_series(1, round(s.wanted)::int) as turn
     join earlier as e on e.place = (s.n::bigint + turn) % $2::int`,
    [average, EARLIER_VOTERS],
  );
}

/** The counts of all votes, and random numbers of likes. */
async function countAgain(db: pg.Client): Promise<void> {
  await db.query("truncate survey_tallies");
  await db.query(
    `insert into survey_tallies (survey_id, listed_category, search, opens_at, closes_at, yes, no, liked)
     select s.id, s.listed_category, s.search, s.opens_at, s.closes_at, coalesce(v.yes, 0), coalesce(v.no, 0),
       (random() * 100)::int
     from surveys as s left join (
       select survey_id, count(*) filter (where vote = 'yes') as yes,
         count(*) filter (where vote = 'no') as no from votes group by survey_id
     ) as v on v.survey_id = s.id`,
  );
}

/**
 * Building an index over all rows takes a fraction of the time of adding row by row. Keys that
 * others refer to stay.
 */
async function withoutIndexes(
  db: pg.Client,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.query<{ drop: string; create: string }>(
    `select coalesce('alter table ' || $1 || ' drop constraint ' || c.conname,
         'drop index ' || i.indexrelid::regclass) as drop,
       coalesce('alter table ' || $1 || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid),
         pg_get_indexdef(i.indexrelid)) as create
     from pg_index as i left join pg_constraint as c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = $1::regclass
       and not exists (select from pg_constraint where conindid = i.indexrelid and contype = 'f')`,
    [table],
  );
  for (const index of rows) await db.query(index.drop);
  await work();
  for (const index of rows) await db.query(index.create);
}
