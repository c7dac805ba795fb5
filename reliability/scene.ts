import { randomUUID } from "node:crypto";
import pg from "pg";
import { createAccessTokens } from "../server/people/identity/access-token.ts";
import { deriveKey } from "../server/process/secret.ts";

/** Somebody who is logged in. */
export interface Person {
  id: string;
  email: string;
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
    const people = await addPeople(db, count.people);
    const tokens = createAccessTokens(deriveKey(secret, "access token"), TOKEN_MS);
    const signIn = { signedInAt: new Date(), secondFactor: false };
    return {
      people: people.map((person) => ({
        ...person,
        token: tokens.issue({ ...person, tokenVersion: 1 }, signIn),
      })),
      surveys: await addSurveys(db, count.surveys),
    };
  } finally {
    await db.end();
  }
}

async function addPeople(db: pg.Client, count: number) {
  const { rows } = await db.query<{ id: string; email: string; pro: boolean }>(
    `insert into users (email, username, role)
     select 'person' || n || $1 || '.test', 'Person ' || n,
       case when n % $2 = 0 then 'pro-user' else 'user' end
     from generate_series(1, $3::int) as n
     returning id, email, role = 'pro-user' as pro`,
    [`@${randomUUID()}`, PRO_EVERY, count],
  );
  return rows;
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
