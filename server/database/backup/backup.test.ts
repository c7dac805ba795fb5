import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { fillDemo } from "../../demo/fill.ts";
import { ENGLISH_ONLY } from "../../testing/empty-database.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import {
  backUpOldSchema,
  checkAndRestore,
  connectionOf,
  createFileNames,
  describeSchema,
  emptyDatabase,
  openDatabase,
} from "../../testing/test-backups.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { findWrongTallies } from "../../votes/recount-queries.ts";
import type { Database } from "../connect.ts";
import { applyMigrations, listMigrations, migrate, pendingMigrations } from "../migrate.ts";
import { withOneConnection } from "../one-connection.ts";
import { readCounts, readHeader } from "./read.ts";
import { writeBackup } from "./write.ts";

let newFile: () => string;
/** A backup of a site with demo data, and the site. */
let file: string;
let site: { db: Database; connection: pg.PoolConfig };

beforeAll(async () => {
  newFile = await createFileNames();
  const db = await createTestDatabase(null);
  await fillDemo(db, "demo1234");
  const survey_id = await addTestSurvey(db, { title: "Дом?" });
  await addOldEntry(db, survey_id);
  site = { db, connection: await connectionOf(db) };
  file = newFile();
  await writeBackup({ ...site, file });
});

/** An entry of version 1 of a record, as the version before migration 036 has written them. */
async function addOldEntry(db: Database, surveyId: string): Promise<void> {
  const constraint = "record_entries_have_commitments";
  await sql`alter table record_entries drop constraint ${sql.raw(constraint)}`.execute(db);
  await sql`insert into record_entries (survey_id, position, receipt, vote)
    values (${surveyId}, 1, gen_random_uuid(), 'yes')`.execute(db);
  await sql`alter table record_entries add constraint ${sql.raw(constraint)}
    check (receipt is null or commitment is not null) not valid`.execute(db);
}

it("brings every table back, with the same checksums and the same schema", async () => {
  const connection = await emptyDatabase();
  const restored = await checkAndRestore(connection, file);
  expect(restored).toMatchObject({ leftOut: [], applied: [] });
  const again = newFile();
  await writeBackup({ connection, file: again });
  const counts = await readCounts(again);
  expect(counts).toEqual(await readCounts(file));
  expect(counts["public.votes"]?.rows).toBeGreaterThan(100);
  expect(counts["identity.account"]?.rows).toBeGreaterThan(10);
  const db = openDatabase(connection);
  expect(await describeSchema(db)).toEqual(await describeSchema(site.db));
  expect(await migrate(connection)).toEqual([]);
});

it("has all tables of the site but those that a crash empties", async () => {
  const { rows } = await sql<{ name: string }>`
    select nspname || '.' || relname as name
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind in ('r', 'p', 'S') and nspname in ('public', 'identity') and relpersistence <> 'u'
    order by 1
  `.execute(site.db);
  // Among them no sequence, whose state a backup would not have.
  expect(Object.keys(await readCounts(file)).sort()).toEqual(rows.map(({ name }) => name));
});

it("leaves no tally wrong in a database that finds other words in the same texts", async () => {
  const connection = await emptyDatabase(ENGLISH_ONLY);
  await checkAndRestore(connection, file);
  const db = openDatabase(connection);
  const { rows } = await sql`
    select 1 from survey_tallies where search::text like '%Дом%'`.execute(db);
  expect(rows).toHaveLength(1);
  expect(await findWrongTallies(db)).toEqual([]);
});

it("holds one moment, whatever is written meanwhile", async () => {
  const db = await createTestDatabase(null);
  await fillDemo(db, "demo1234");
  let isDone = false;
  const backup = newFile();
  // Always into two tables that are read at different times.
  const write = () =>
    db.transaction().execute(async (trx) => {
      await sql`insert into identity.used_proofs values (${randomUUID()}, now())`.execute(trx);
      await sql`insert into contact_messages (id, name, email, message)
        values (${randomUUID()}, 'n', 'e', 'm')`.execute(trx);
    });
  await write();
  const writing = (async () => {
    while (!isDone) await write();
  })();
  await writeBackup({ connection: await connectionOf(db), file: backup });
  isDone = true;
  await writing;
  const counts = await readCounts(backup);
  expect(counts["identity.used_proofs"]?.rows).toBeGreaterThan(0);
  expect(counts["identity.used_proofs"]?.rows).toBe(counts["public.contact_messages"]?.rows);
});

it("has the time of its moment, by the clock by which votes have theirs", async () => {
  const backup = newFile();
  const [before] = (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(site.db))
    .rows;
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  await writeBackup({ ...site, file: backup }).finally(() => vi.useRealTimers());
  const { header } = await readHeader(backup);
  expect(Date.parse(header.createdAt)).toBeGreaterThanOrEqual(before?.now.getTime() ?? 0);
});

it("writes a file for its owner alone, leaves no draft and overwrites nothing", async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(writeBackup({ ...site, file })).rejects.toThrow(/exists already/);
  const there = newFile();
  const nowhere = path.join(path.dirname(file), "missing", "x.backup");
  await expect(writeBackup({ ...site, file: nowhere })).rejects.toThrow(/is its directory there/);
  const signal = AbortSignal.abort();
  await expect(writeBackup({ ...site, file: there, signal })).rejects.toThrow("was stopped");
  expect((await readdir(path.dirname(file))).filter((name) => name.includes("partial"))).toEqual(
    [],
  );
});

it("has nothing to back up in an empty database", async () => {
  const connection = await emptyDatabase();
  await expect(writeBackup({ connection, file: newFile() })).rejects.toThrow(/nothing to back up/);
});

it.each(["001", "007", "013"])("brings data of the schema %s up to date", async (last) => {
  const old = newFile();
  const surveyId = await backUpOldSchema(last, old);

  const connection = await emptyDatabase();
  await checkAndRestore(connection, old);
  const db = openDatabase(connection);
  expect(await describeSchema(db)).toEqual(await describeSchema(site.db));
  expect(await findWrongTallies(db)).toEqual([]);
  const tally = await db.selectFrom("survey_tallies").selectAll().executeTakeFirst();
  expect(tally).toMatchObject({ survey_id: surveyId, yes: 1, listed_category: "politics" });
});

it("brings a backup of an older version up to date, and leaves out what isn't the site's", async () => {
  const all = await listMigrations();
  const older = all.filter((name) => name < "015");
  const before = await emptyDatabase();
  const surveyId = randomUUID();
  await withOneConnection(before, async (client, db) => {
    await pendingMigrations(db);
    await applyMigrations(db, older);
    const { rows } = await client.query<{ id: string }>(
      "insert into users (email, username) values ('a@example.org', $1) returning id",
      ['tab\t, line\nand \\back\\slash " ü 🗳'],
    );
    await client.query(
      `insert into surveys (id, title, description, category, question, surveyor_id)
       values ($1, 't', 'd', 'politics', 'q', $2)`,
      [surveyId, rows[0]?.id],
    );
    await client.query("insert into payment_intents (user_id, gateway) values ($1, 'stripe')", [
      rows[0]?.id,
    ]);
    await client.query("create table operators_own (id int); insert into operators_own values (1)");
  });
  const old = newFile();
  await writeBackup({ connection: before, file: old });

  const connection = await emptyDatabase();
  const restored = await checkAndRestore(connection, old);
  expect(restored.leftOut).toEqual(["public.operators_own"]);
  expect(restored.applied).toEqual(all.filter((name) => name >= "015"));
  const db = openDatabase(connection);
  expect(await describeSchema(db)).toEqual(await describeSchema(site.db));
  const { username } = await db.selectFrom("users").select("username").executeTakeFirstOrThrow();
  expect(username).toBe('tab\t, line\nand \\back\\slash " ü 🗳');
  expect(await db.selectFrom("payment_attempts").select("gateway").execute()).toEqual([
    { gateway: "stripe" },
  ]);
});
