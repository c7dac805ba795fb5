import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { connect } from "../server/database/connect.ts";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { createAccessTokens } from "../server/people/identity/access-token.ts";
import { deriveKey } from "../server/process/secret.ts";
import { createSigner } from "../server/record/signing/signer.ts";
import { publishDue } from "../server/record/survey-record/publisher.ts";
import type { ServerProcess } from "../server/testing/server-process.ts";
import { type Closing, openDatabase } from "./database.ts";
import { openFiller } from "./fill.ts";
import { startProduct } from "./processes.ts";
import { outputDir } from "./site.ts";

/** A site on which every call is as dear as one call can be. */
export interface ExpensiveSite {
  /** Starts the product on it, with these settings beside the usual ones of measurements. */
  start(settings?: Record<string, string>): Promise<ServerProcess>;
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
const RECORDED = Number(process.env.BENCH_ENTRIES ?? 100_000);
const COMMENTS = 1_000;
const COMMENT_LENGTH = 2_000;

export async function openExpensiveSite(closing: Closing): Promise<ExpensiveSite> {
  const secret = randomUUID() + randomUUID();
  const { connection, pid: databasePid } = await openDatabase(closing);
  const filler = await openFiller(connection);
  closing.push(() => filler.close());
  await filler.addSurveys({ surveys: SURVEYS, votes: 0 });
  const [survey = "", ...surveys] = await filler.listPublished();
  await fillSurvey(connection, survey);
  await publishRecord(connection, secret);
  const people = await filler.addPeople(PEOPLE);
  const tokens = createAccessTokens(deriveKey(secret, "access token"));
  const signIn = { signedInAt: new Date(), secondFactor: true };
  const issued = people.map((person) => tokens.issue({ ...person, tokenVersion: 1 }, signIn));
  const [user = "", proUser = "", surveyor = "", admin = "", ...others] = issued;
  await setStandings(connection, people, survey);
  await voteOnMost(connection, people[0]);
  await fillLogs(connection);
  const logFile = path.join(outputDir, "expensive.log");
  return {
    async start(settings = {}) {
      const product = await startProduct({ connection, secret, logFile, settings });
      closing.push(() => product.stop());
      return product;
    },
    databasePid,
    survey,
    surveys,
    votes: SURVEYS * VOTED,
    tokens: { user, proUser, surveyor, admin, people: others },
  };
}

async function withSuperuser(connection: Connection, work: (db: pg.Client) => Promise<void>) {
  const db = new pg.Client({ ...connection, user: SUPERUSER });
  await db.connect();
  await db.query("set session_replication_role = replica; set synchronous_commit = off");
  await work(db);
  await db.end();
}

/** Many votes and long comments. */
async function fillSurvey(connection: Connection, survey: string): Promise<void> {
  await withSuperuser(connection, async (db) => {
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
      [survey, RECORDED],
    );
    await db.query(
      `update survey_tallies set
         yes = (select count(*) from votes where survey_id = $1 and vote = 'yes'),
         no = (select count(*) from votes where survey_id = $1 and vote = 'no')
       where survey_id = $1`,
      [survey],
    );
    await db.query(
      `insert into comments (survey_id, user_id, text, created_at)
       select $1, id, repeat('Long words. ', $3::int / 12), now() - make_interval(secs => n)
       from (select id, row_number() over () as n from users limit $2) as writers`,
      [survey, COMMENTS, COMMENT_LENGTH],
    );
    await db.query("vacuum analyze");
  });
}

async function publishRecord(connection: Connection, secret: string): Promise<void> {
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  const signer = createSigner(deriveKey(secret, "public record"));
  const log = { warn: (...words: unknown[]) => console.error(...words) };
  await publishDue({ db, signer, host: "x", log });
  await db.destroy();
}

/** The user's votes. They are so new and so few of each survey that no record of them is made yet. */
async function voteOnMost(connection: Connection, user: { id: string } | undefined) {
  await withSuperuser(connection, async (db) => {
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
  });
}

/** More than a list sends, of everything that only admins read. */
async function fillLogs(connection: Connection): Promise<void> {
  await withSuperuser(connection, async (db) => {
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
  });
}

/** The first is a user, the next ones have more rights. The surveyor owns the dear survey and more. */
async function setStandings(connection: Connection, people: { id: string }[], survey: string) {
  const [, proUser, surveyor, admin] = people;
  await withSuperuser(connection, async (db) => {
    await db.query("update users set role = 'pro-user' where id = $1", [proUser?.id]);
    await db.query("update users set role = 'surveyor' where id = $1", [surveyor?.id]);
    await db.query("update users set admin = true where id = $1", [admin?.id]);
    await db.query(
      `update surveys set surveyor_id = $1 where id = $2
         or surveyor_id in (select surveyor_id from surveys group by 1 order by 1 limit 10)`,
      [surveyor?.id, survey],
    );
  });
}
