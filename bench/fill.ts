import pg from "pg";
import { connect } from "../server/database/connect.ts";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import { createAccessTokens } from "../server/people/identity/access-token.ts";
import { deriveKey } from "../server/process/secret.ts";
import { createSigner } from "../server/record/signing/signer.ts";
import { publishDue } from "../server/record/survey-record/publisher.ts";
import type { Lab } from "./lab.ts";
import type { SiteData } from "./processes.ts";

// Fills a site's database by SQL alone, which is quick. As the superuser, because only it may skip
// the checks of foreign keys, and may write all to disk before a measurement.

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

export interface Person {
  id: string;
  email: string;
}

/** A connection that checks no foreign keys and waits for no disk. */
export async function openFiller(lab: Lab, { connection }: SiteData): Promise<pg.Client> {
  const db = new pg.Client({ ...connection, user: SUPERUSER });
  await db.connect();
  lab.atEnd(() => db.end());
  await db.query("set session_replication_role = replica; set synchronous_commit = off");
  await db.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'");
  return db;
}

/** Creates people who have not voted. */
export async function addPeople(db: pg.Client, count: number, kind: string): Promise<Person[]> {
  const { rows } = await db.query<Person>(
    `insert into users (email, username, role)
     select $1 || n || '@bench.test', 'Person ' || n, 'user' from generate_series(1, $2::int) as n
     returning id, email`,
    [kind, count],
  );
  return rows;
}

/** Once, after which the tables are large. Returns all published surveys, in random order. */
export async function fillSite(db: pg.Client, surveys: number, votes: number): Promise<string[]> {
  await addPeople(db, EARLIER_VOTERS, "earlier");
  await db.query(`create temporary table earlier as
    select id, row_number() over () - 1 as place from users where email like 'earlier%'`);
  await db.query("create index on earlier (place); analyze earlier");
  await addSurveys(db, surveys);
  if (votes > 0) await addVotes(db, votes / surveys);
  await countAgain(db);
  await db.query("vacuum analyze");
  await db.query("checkpoint");
  const { rows } = await db.query<{ id: string }>(
    "select id from surveys where status = 'published' order by random()",
  );
  return rows.map(({ id }) => id);
}

/** Very many votes on one survey, two hundred a second, whose results everybody sees. */
export async function addVotesOn(db: pg.Client, survey: string, count: number): Promise<void> {
  await db.query("update surveys set results = 'always' where id = $1", [survey]);
  await db.query(
    `with voters as (
       insert into users (email, username, role)
       select 'voter' || n || '@bench.test', 'Voter ' || n, 'user' from generate_series(1, $2::int) as n
       returning id
     )
     insert into votes (survey_id, user_id, id, vote, receipt, created_at, nonce, text_hash)
     select s.id, v.id, gen_random_uuid(),
       case when random() < 0.6 then 'yes' else 'no' end, gen_random_uuid(),
       now() - make_interval(secs => 10000 - v.n / 200.0), gen_random_uuid(), s.text_hash
     from surveys as s cross join (select id, row_number() over () as n from voters) as v
     where s.id = $1`,
    [survey, count],
  );
  await db.query(
    `update survey_tallies set
       yes = (select count(*) from votes where survey_id = $1 and vote = 'yes'),
       no = (select count(*) from votes where survey_id = $1 and vote = 'no')
     where survey_id = $1`,
    [survey],
  );
  await db.query("vacuum analyze");
}

/** Enters all votes that wait for it into the records of their surveys. */
export async function publishRecords({ connection, secret }: SiteData): Promise<void> {
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  const signer = createSigner(deriveKey(secret, "public record"));
  const log = { warn: (...words: unknown[]) => console.error(...words) };
  await publishDue({ db, signer, host: "x", log });
  await db.destroy();
}

/** An access token for each of them. */
export function issueTokens(
  secret: string,
  people: Person[],
  { secondFactor = false, lastingMs }: { secondFactor?: boolean; lastingMs?: number } = {},
): string[] {
  const tokens = createAccessTokens(deriveKey(secret, "access token"), lastingMs);
  const signIn = { signedInAt: new Date(), secondFactor };
  return people.map((person) => tokens.issue({ ...person, tokenVersion: 1 }, signIn));
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
  await db.query(`insert into comments (survey_id, user_id, text, created_at)
     select s.id, e.id, 'I have seen it myself, and it is not as simple as that.', now()
     from surveys as s cross join (select id from earlier where place < 3) as e`);
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
