import { sql } from "kysely";
import { expect, it } from "vitest";
import { explainFailure } from "../app/start-failure.ts";
import { createEmptyDatabase } from "../testing/empty-database.ts";
import { LATER_MIGRATION, laterVersion } from "../testing/later-version.ts";
import { watchStatements } from "../testing/statements.ts";
import type { Database } from "./connect.ts";
import { listMigrations, migrate } from "./migrate.ts";

it("brings an empty database up to date once, however many servers start at once", async () => {
  const { connection, db } = await createEmptyDatabase();
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(connection)));
  const busy = applied.filter((names) => names.length > 0);
  expect(busy).toEqual([await listMigrations()]);
  expect(await appliedIn(db)).toEqual(await listMigrations());
  expect(await migrate(connection)).toEqual([]);
});

it("applies what a later version adds, once, and lets this version start beside it", async () => {
  const { connection, db } = await createEmptyDatabase();
  await migrate(connection);
  const later = await laterVersion("create table places (id uuid primary key);");
  expect(await migrate(connection, later)).toEqual([LATER_MIGRATION]);
  expect(await migrate(connection, later)).toEqual([]);
  expect(await migrate(connection)).toEqual([]);
  expect(await appliedIn(db)).toEqual(await listMigrations(later));
});

it("runs one that must be alone where the operator says so, and else ends in one line", async () => {
  const { connection, db } = await createEmptyDatabase();
  await migrate(connection);
  const later = await laterVersion("-- alone\ncreate table places (id uuid primary key);");
  const failure = await migrate(connection, later).catch(explainFailure);
  expect(failure).toMatch(/^999-later\.sql can't run beside .*STOPPED=on if DATABASE_URL is set$/);
  expect(await appliedIn(db)).toEqual(await listMigrations());
  expect(await migrate(connection, later, { alone: true })).toEqual([LATER_MIGRATION]);
  const { connection: empty } = await createEmptyDatabase();
  expect(await migrate(empty, later)).toEqual(await listMigrations(later));
});

it("applies all of a migration or nothing", async () => {
  const { connection, db } = await createEmptyDatabase();
  const later = await laterVersion("create table places (id uuid primary key); nonsense;");
  await expect(migrate(connection, later)).rejects.toThrow(/syntax error/);
  const { rows } = await sql`select to_regclass('migrations') as table`.execute(db);
  expect(rows).toEqual([{ table: null }]);
});

it("refuses in one line a database of a version before 1.0, and leaves it as it is", async () => {
  const { connection, db } = await createEmptyDatabase();
  await sql`create table migrations (name text primary key,
    applied_at timestamptz not null default now())`.execute(db);
  await sql`insert into migrations (name) values ('001-people-and-surveys.sql')`.execute(db);
  const failure = await migrate(connection).catch(explainFailure);
  expect(failure).toMatch(
    /^This database was made by a version before 1\.0 and can't be used: [^.]*\.$/,
  );
  expect(await appliedIn(db)).toEqual(["001-people-and-surveys.sql"]);
});

async function appliedIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

it("sends each statement alone, as Citus wants it for tables that are distributed", async () => {
  const { connection } = await createEmptyDatabase();
  const sent = await watchStatements(() => migrate(connection));
  const withoutBodies = sent.map(({ text }) => text.replaceAll(/\$\$[\s\S]*?\$\$/g, "$$"));
  expect(withoutBodies.filter((text) => /;\s*\S/.test(text))).toEqual([]);
});

it("says in one line that its role may not create tables", async () => {
  const { connection, db } = await createEmptyDatabase();
  await sql`revoke create on schema public from pg_database_owner, public`.execute(db);
  const failure = await migrate(connection).catch(explainFailure);
  expect(failure).toMatch(
    /^DATABASE_URL: its role lacks a right \(.*schema public\); .* their owner\.$/,
  );
});

it("says in one line that it is on a standby", async () => {
  const { connection } = await createEmptyDatabase();
  const standby = { ...connection, options: "-c default_transaction_read_only=on" };
  const failure = await migrate(standby).catch(explainFailure);
  expect(failure).toMatch(/^DATABASE_URL: this database takes no writes, .* name the primary/);
});
