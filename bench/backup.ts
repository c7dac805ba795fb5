import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { listTables, takeIndexesAway } from "../server/database/backup/tables.ts";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { withOneConnection } from "../server/database/one-connection.ts";
import { projectRoot } from "../server/project-root.ts";
import { type Closing, closeAll, openDatabase } from "./database.ts";

// `npm run bench:backup -- [votes]`: backs up and restores a site with ten million votes, or with as
// many as named. docs/reliability.md has the figures.

const VOTES = Number(process.argv[2] ?? 10_000_000);
const SURVEYS = 100;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Each person votes on every survey, and each vote is in its record. */
async function fill(connection: Connection): Promise<void> {
  await withOneConnection(connection, async (client, db) => {
    await client.query("begin; set local synchronous_commit = off");
    const tables = (await listTables(db)).filter(({ schema }) => schema === "public");
    const bringBack = await takeIndexesAway(db, tables);
    await client.query(
      `insert into users (email, username)
       select 'person' || n || '@bench.test', 'Person ' || n from generate_series(1, $1::int) as n`,
      [VOTES / SURVEYS],
    );
    await client.query(
      `insert into surveys (title, description, category, question, status, surveyor_id)
       select 'Survey ' || n, 'What people think', 'politics', 'Should it be so?', 'published',
         (select id from users limit 1) from generate_series(1, $1::int) as n`,
      [SURVEYS],
    );
    await client.query(
      `insert into votes
         (survey_id, user_id, id, vote, receipt, network, created_at, nonce, text_hash)
       select s.id, u.id, gen_random_uuid(), case when random() < 0.6 then 'yes' else 'no' end,
         gen_random_uuid(), (random() * 2 ^ 48)::bigint, now() - random() * interval '100 days',
         gen_random_uuid(), s.text_hash
       from users as u cross join surveys as s`,
    );
    await client.query(
      `insert into record_entries (survey_id, position, receipt, nonce, vote, commitment)
       select survey_id, row_number() over (partition by survey_id), receipt, nonce, vote,
         sha256(uuid_send(receipt)) from votes`,
    );
    await client.query(
      `insert into survey_tallies (survey_id, yes, no, search)
       select survey_id, count(*) filter (where vote = 'yes'), count(*) filter (where vote = 'no'), ''
       from votes group by survey_id`,
    );
    for (const statement of bringBack) await client.query(statement);
    await client.query("commit");
  });
}

/** Runs one of our commands, and says what it took. */
async function measure(what: string, connection: Connection, file: string): Promise<number> {
  const { host, port, user, database } = connection;
  const begun = performance.now();
  const child = spawn(process.execPath, [`dist/scripts/${what}.js`, file], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${host}`,
      APP_SECRET: "a secret that is only used to measure",
    },
    stdio: "inherit",
  });
  let peak = 0;
  const watch = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 100);
  const [code] = await once(child, "exit");
  clearInterval(watch);
  if (code !== 0) throw new Error(`${what} ended with ${code}`);
  const seconds = (performance.now() - begun) / 1000;
  say(`${what}: ${seconds.toFixed(0)} s, at most ${Math.round(peak / 1024)} MB of memory`);
  return seconds;
}

async function run(closing: Closing): Promise<void> {
  const { connection } = await openDatabase(closing);
  const begun = performance.now();
  await fill(connection);
  say(`${VOTES} votes written in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const superuser = new pg.Client({ ...connection, user: SUPERUSER });
  await superuser.connect();
  closing.push(() => superuser.end());
  const { rows } = await superuser.query("select pg_database_size(current_database()) as size");
  await superuser.query(`create database restored owner ${connection.user}`);

  const directory = await mkdtemp(path.join(tmpdir(), "survey-backup-"));
  closing.push(() => rm(directory, { recursive: true }));
  const file = path.join(directory, "site.backup");
  const out = await measure("backup", connection, file);
  const { size } = await stat(file);
  const back = await measure("restore", { ...connection, database: "restored" }, file);
  const speed = (seconds: number) =>
    `${(VOTES / seconds / 1000).toFixed(0)} thousand votes a second`;
  say(`database ${mb(rows[0].size)}, file ${mb(size)}, written at ${mb(size / out)} a second`);
  say(`backup ${speed(out)}, restore ${speed(back)}`);
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

const closing: Closing = [];
try {
  await run(closing);
} finally {
  await closeAll(closing);
}
