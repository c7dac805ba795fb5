import { sql } from "kysely";
import type { Database } from "../server/database/connect.ts";
import { median, report } from "./measure.ts";
import { type BenchSite, withSite } from "./site.ts";

const SURVEYS = Number(process.env.BENCH_SURVEYS ?? 100_000);
const VOTES = Number(process.env.BENCH_VOTES ?? 5_000_000);
// Each `limit` is used once, so that no cache answers; the middle one is the site's own.
const RUNS = 23;

/** Words, and in how many surveys they are: one in this number. */
const words: Record<string, number> = {
  bridges: 10,
  lamps: 25,
  canals: 60,
  ferries: 100,
  lochs: 200,
  unicorns: 30_000,
};

/** Surveys of all categories, nine in ten published. Some get far more votes than others. */
async function fill(db: Database, surveys: number, votes: number): Promise<void> {
  const people = Math.max(1_000, Math.ceil(votes / 500));
  await sql`insert into users (email, username, role)
    select 'p' || n || '-' || ${surveys} || '@bench.test', 'Person ' || n, 'surveyor'
    from generate_series(1, ${people}::int) as n`.execute(db);
  await sql`insert into surveys (title, description, category, question, status, surveyor_id, created_at)
    select 'Survey about ' || (array['tea', 'trams', 'music', 'taxes', 'robots'])[1 + n % 5] || ' ' || n,
      'What do you think of number ' || n ||
        (select coalesce(string_agg(', ' || word, ''), '') from jsonb_each_text(${words}) as w (word, every)
          where n % every::int = 3),
      (array['politics', 'social-issues', 'technology', 'entertainment'])[1 + n % 4],
      'Is it good?', case when n % 10 = 0 then 'pending' else 'published' end,
      (select id from users limit 1), now() - make_interval(secs => n * 60)
    from generate_series(1, ${surveys}::int) as n`.execute(db);
  // From nearly none to several times the average, always from the first people.
  await sql`insert into votes (survey_id, user_id, id, vote)
    select s.id, u.id, gen_random_uuid(), case when random() < 0.6 then 'yes' else 'no' end
    from (select id, 2 * random() * ${votes / surveys}::float as wanted from surveys) as s
    cross join lateral generate_series(1, least(s.wanted::int, ${people}::int)) as turn
    join (select id, row_number() over () as place from users) as u on u.place = turn`.execute(db);
  await sql`insert into survey_tallies (survey_id, listed_category, search, yes, no, liked)
    select s.id, listed_category, search, count(v.id) filter (where vote = 'yes'), count(v.id) filter (where vote = 'no'),
      (random() * 100)::int
    from surveys as s left join votes as v on v.survey_id = s.id group by s.id`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** The median time of each list, search and detail that a person can request. */
async function medians({ app, db, join }: BenchSite): Promise<Map<string, number>> {
  const { headers } = await join();
  const { rows } = await sql<{ id: string }>`
    select id from surveys where status = 'published' limit 1 offset 7`.execute(db);
  const lists = {
    newest: "sort=newest",
    "most votes": "sort=votes",
    "most liked": "sort=liked",
    "newest of a category": "sort=newest&category=technology",
    "most votes of a category": "sort=votes&category=politics",
    "search for a common word": "search=survey",
    "search for a fifth of all": "search=tea&sort=votes",
    ...Object.fromEntries(
      Object.entries(words).flatMap(([word, every]) => [
        [`search for one in ${every}`, `search=${word}`],
        [`search for one in ${every}, by votes`, `search=${word}&sort=votes`],
      ]),
    ),
    "search for one in 100, by likes, of a category":
      "search=ferries&sort=liked&category=entertainment",
    "search for one in 100, all of them old": "search=number+77",
    "search for one in 100, all of them old, by votes": "search=number+77&sort=votes",
    "search for a fifth of all, none in the category": "search=tea&category=technology",
    "search for a fifth of all, none in the category, by votes":
      "search=tea&category=technology&sort=votes",
    "search for two common words that none has both": "search=tea+bridges",
    "not voted yet": "notVoted=true",
  };
  const found = new Map<string, number>();
  for (const [name, query] of Object.entries(lists)) {
    let turn = 0;
    const time = await median(RUNS, async () => {
      turn += 1;
      const answer = await app.inject({ url: `/survey/item?${query}&limit=${turn}`, headers });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    });
    found.set(name, time);
  }
  const detail = { url: `/survey/details/${rows[0]?.id}`, headers };
  found.set("one survey", await median(RUNS, () => app.inject(detail)));
  return found;
}

const times: Map<string, number>[] = [];
for (const [surveys, votes] of [
  [100, 5_000],
  [SURVEYS, VOTES],
] as const) {
  await withSite(async (site) => {
    await fill(site.patientDb, surveys, votes);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from votes`.execute(
      site.db,
    );
    process.stdout.write(`${surveys} surveys, ${rows[0]?.n} votes\n`);
    times.push(await medians(site));
  });
}
const [small, large] = times;
for (const [name, time] of large ?? []) {
  report(`${name}: ${time.toFixed(1)} ms`, time / (small?.get(name) ?? 1), "100 surveys");
}
