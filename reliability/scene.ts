import { randomUUID } from "node:crypto";
import pg from "pg";
import { type Person as Account, addPeople, issueTokens } from "../bench/fill.ts";

/** Somebody who is logged in. */
export interface Person extends Account {
  token: string;
  /** Whether they were a pro user from the beginning. */
  pro: boolean;
}

/** Who takes part in what. */
export interface Scene {
  people: Person[];
  /** The ids of published surveys. */
  surveys: string[];
}

// One in so many is a pro user: they comment, the others may pay to become one.
const PRO_EVERY = 5;
// A browser renews its token each hour. The load can't, and an hour is shorter than some tests.
const TOKEN_MS = 24 * 3_600_000;

/** Writes new people and published surveys by SQL, and signs the people's access tokens. */
export async function createScene(
  connection: pg.ClientConfig,
  secret: string,
  count: { people: number; surveys: number },
): Promise<Scene> {
  const db = new pg.Client(connection);
  await db.connect();
  try {
    const people = await addPeople(db, count.people, randomUUID());
    const isPro = (place: number) => place % PRO_EVERY === 0;
    const pros = people.filter((_, place) => isPro(place)).map(({ id }) => id);
    await db.query("update users set role = 'pro-user' where id = any($1::uuid[])", [pros]);
    const tokens = issueTokens(secret, people, { lastingMs: TOKEN_MS });
    return {
      people: people.map((person, place) => ({
        ...person,
        token: tokens[place] ?? "",
        pro: isPro(place),
      })),
      surveys: await addSurveys(db, count.surveys),
    };
  } finally {
    await db.end();
  }
}

async function addSurveys(db: pg.Client, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with surveyor as (
       insert into users (email, username, role) values ($1, 'Surveyor', 'surveyor') returning id
     )
     insert into surveys (title, description, category, question, status, published_at, surveyor_id)
     select 'Survey ' || n, 'Written for a test of reliability.', 'technology', 'Is it good?',
       'published', now(), surveyor.id
     from generate_series(1, $2::int) as n, surveyor
     returning id`,
    [`surveyor@${randomUUID()}.test`, count],
  );
  const ids = rows.map(({ id }) => id);
  await db.query(
    `insert into survey_tallies (survey_id, listed_category, search)
     select id, listed_category, search from surveys where id = any($1::uuid[])`,
    [ids],
  );
  return ids;
}
