import type pg from "pg";
import type { ServerProcess } from "../server/testing/server-process.ts";
import {
  addPeople,
  addVotesOn,
  fillSite,
  issueTokens,
  openFiller,
  type Person,
  publishRecords,
} from "./fill.ts";
import type { Lab } from "./lab.ts";
import { openDatabase, startProduct } from "./processes.ts";

/** A site on which every call is as dear as one call can be. */
export interface ExpensiveSite {
  product: ServerProcess;
  databasePid: number;
  /** With a long record, and with as many and as long comments as there may be. */
  survey: string;
  /** All other published surveys. */
  surveys: string[];
  /** How many surveys the user has voted on. */
  votes: number;
  tokens: Record<"user" | "proUser" | "surveyor" | "admin", string> & { people: string[] };
}

const SURVEYS = 60_000;
// Nine in ten of those that are published. The newest, so that a list of the others has to pass them.
const VOTED = 0.81;
const PEOPLE = 2_000;
const RECORDED = 100_000;
const COMMENTS = 1_000;
const COMMENT_LENGTH = 2_000;

/** Starts the product on it, with these settings beside the usual ones of measurements. */
export async function openExpensiveSite(
  lab: Lab,
  settings?: Record<string, string>,
): Promise<ExpensiveSite> {
  const data = await openDatabase(lab);
  const db = await openFiller(lab, data);
  const [survey = "", ...surveys] = await fillSite(db, SURVEYS, 0);
  await addVotesOn(db, survey, RECORDED);
  await addLongComments(db, survey);
  await publishRecords(data);
  const people = await addPeople(db, PEOPLE, "caller");
  const issued = issueTokens(data.secret, people, { secondFactor: true });
  const [user = "", proUser = "", surveyor = "", admin = "", ...others] = issued;
  await setStandings(db, people, survey);
  await voteOnMost(db, people[0]);
  await fillLogs(db);
  return {
    product: await startProduct(lab, data, settings),
    databasePid: data.pid,
    survey,
    surveys,
    votes: SURVEYS * VOTED,
    tokens: { user, proUser, surveyor, admin, people: others },
  };
}

async function addLongComments(db: pg.Client, survey: string): Promise<void> {
  await db.query(
    `insert into comments (survey_id, user_id, text, created_at)
     select $1, id, repeat('Long words. ', $3::int / 12), now() - make_interval(secs => n)
     from (select id, row_number() over () as n from users limit $2) as writers`,
    [survey, COMMENTS, COMMENT_LENGTH],
  );
}

/** The user's votes. They are so new and so few of each survey that no record of them is made yet. */
async function voteOnMost(db: pg.Client, user: Person | undefined): Promise<void> {
  await db.query(
    `with voted as (
       insert into votes (survey_id, user_id, id, vote, receipt, created_at, nonce, text_hash)
       select id, $1, gen_random_uuid(), 'yes', gen_random_uuid(), now(), gen_random_uuid(), text_hash
       from surveys where status = 'published' order by created_at desc limit $2
       returning survey_id
     )
     update survey_tallies set yes = yes + 1 where survey_id in (select survey_id from voted)`,
    [user?.id, SURVEYS * VOTED],
  );
}

/** More than a list sends, of everything that only admins read. */
async function fillLogs(db: pg.Client): Promise<void> {
  await db.query(`
    insert into audit_log (id, actor_id, action, subject_kind, subject_id, before, after, created_at)
    select gen_random_uuid(), id, 'user.role', 'user', id, '{}', '{}', created_at from users;
    insert into security_events (id, user_id, kind, address, device, created_at)
    select gen_random_uuid(), id, 'log-in', '203.0.113.x', 'Firefox', created_at from users;
    insert into surveyor_requests (user_id, id, reason, created_at)
    select id, gen_random_uuid(), 'I want to ask my town', created_at from users;
    insert into contact_messages (id, name, email, message, created_at)
    select gen_random_uuid(), 'Ada', 'ada@example.org', 'Hello', created_at from users;
    insert into reports (survey_id, id, user_id, text, created_at)
    select survey_id, id, user_id, 'Wrong', created_at from votes limit 5000;`);
  await db.query("vacuum analyze");
}

/** The first is a user, the next ones have more rights. The surveyor owns the dear survey and more. */
async function setStandings(db: pg.Client, people: Person[], survey: string): Promise<void> {
  const [, proUser, surveyor, admin] = people;
  await db.query("update users set role = 'pro-user' where id = $1", [proUser?.id]);
  await db.query("update users set role = 'surveyor' where id = $1", [surveyor?.id]);
  await db.query("update users set admin = true where id = $1", [admin?.id]);
  await db.query(
    `update surveys set surveyor_id = $1 where id = $2
       or surveyor_id in (select surveyor_id from surveys group by 1 order by 1 limit 10)`,
    [surveyor?.id, survey],
  );
}
