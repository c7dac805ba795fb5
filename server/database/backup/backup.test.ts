import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { fillDemo } from "../../operations/demo/fill.ts";
import { findWrongTallies } from "../../surveys/votes/recount-queries.ts";
import { ENGLISH_ONLY } from "../../testing/empty-database.ts";
import { LATER_MIGRATION, laterVersion } from "../../testing/later-version.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import {
  checkAndRestore,
  connectionOf,
  createFileNames,
  describeSchema,
  emptyDatabase,
  openDatabase,
} from "../../testing/test-backups.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import type { Database } from "../connect.ts";
import { migrate } from "../migrate.ts";
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
  await addTestSurvey(db, { title: "Дом?" });
  site = { db, connection: await connectionOf(db) };
  file = newFile();
  await writeBackup({ ...site, file });
});

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

it("brings a backup of an older version up to date, and leaves out what isn't the site's", async () => {
  const before = await createTestDatabase(null);
  const username = 'tab\t, line\nand \\back\\slash " ü 🗳';
  const person = { email: "a@example.org", username };
  await before.insertInto("users").values(person).execute();
  await sql`create table operators_own (id int)`.execute(before);
  await sql`insert into operators_own values (1)`.execute(before);
  const old = newFile();
  await writeBackup({ connection: await connectionOf(before), file: old });

  const later = await laterVersion(`
    alter table users add column place text;
    update users set place = 'here';
    create table places (id uuid primary key default gen_random_uuid());
    insert into places default values;`);
  const connection = await emptyDatabase();
  const restored = await checkAndRestore(connection, old, later);
  expect(restored).toMatchObject({
    leftOut: ["public.operators_own"],
    applied: [LATER_MIGRATION],
  });
  const db = openDatabase(connection);
  const { rows } = await sql`select username, place from users
    where email = 'a@example.org'`.execute(db);
  expect(rows).toEqual([{ username, place: "here" }]);
  expect((await sql`select 1 from places`.execute(db)).rows).toHaveLength(1);
  expect(await migrate(connection, later)).toEqual([]);
});

it("brings back rows from before a check that is not valid for all of them", async () => {
  const later = await laterVersion(
    "alter table users add constraint has_photo check (url <> '') not valid;",
  );
  const before = await emptyDatabase();
  await migrate(before);
  const db = openDatabase(before);
  await db.insertInto("users").values({ email: "a@example.org", username: "Ada" }).execute();
  await migrate(before, later);
  const old = newFile();
  await writeBackup({ connection: before, file: old });

  const connection = await emptyDatabase();
  await checkAndRestore(connection, old, later);
  expect(await describeSchema(openDatabase(connection))).toEqual(await describeSchema(db));
});
