import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { createEmptyDatabase } from "../testing/empty-database.ts";
import { findBreaks, readSchema, type SchemaFacts } from "../testing/schema-facts.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import type { Database } from "./connect.ts";
import { migrate } from "./migrate.ts";

// Servers of the released version run on after the first server of the next one has migrated the
// database. So whatever statement was valid on the released schema must be valid on the new one.

/** The last migration of the released version. Changed with each release, and then nothing is allowed. */
const RELEASED = "026-transparency.sql";

const NOBODY = "on purpose: nobody runs a version whose records are of version 1";

/**
 * What this test finds and the released version survives nevertheless, each with the reason: for
 * example a column that it no longer names in any statement.
 */
const allowed: Record<string, string> = {
  "notices: CHECK ((((survey_id IS NULL) = (kind = ANY (ARRAY['surveyor'::text, 'not-surveyor'::text, 'admin'::text, 'not-admin'::text, 'not-pro'::text, 'declined'::text]))) AND ((survey_id IS NOT NULL) = (kind = ANY (ARRAY['published'::text, 'unpublish'::text, 'answer'::text, 'set-aside'::text, 'restored'::text]))))) refuses more":
    "takes every notice that the released version writes: all name a survey",
  "audit_log: CHECK ((subject_kind = ANY (ARRAY['user'::text, 'survey'::text, 'comment'::text, 'message'::text, 'site'::text]))) refuses more":
    "takes one kind more: 'site'",
  "record_entries: CHECK (((receipt IS NULL) OR (commitment IS NOT NULL))) NOT VALID refuses more":
    "on purpose: the released publisher must not enter votes of version 2 as version 1. It logs that and tries again each minute, while servers of this version enter them",
  "votes: column receipt must now be given": NOBODY,
  "votes: new column nonce must be given": NOBODY,
  "votes: new column text_hash must be given": NOBODY,
  "records: column question is gone": NOBODY,
  "records: column decided_to is gone": NOBODY,
};

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase(null);
});

const migrations = await readdir(path.join(import.meta.dirname, "migrations"));

/** A database with the migrations up to this one. */
async function databaseAfter(last: string) {
  const { connection, db: empty } = await createEmptyDatabase();
  // As if the later ones had been applied already.
  await sql`create table migrations (name text primary key,
    applied_at timestamptz not null default now())`.execute(empty);
  for (const name of migrations.filter((each) => each > last)) {
    await sql`insert into migrations (name) values (${name})`.execute(empty);
  }
  await migrate(connection);
  await sql`delete from migrations where name > ${last}`.execute(empty);
  return { connection, db: empty };
}

async function schemaAfter(last: string): Promise<SchemaFacts> {
  return readSchema((await databaseAfter(last)).db);
}

it("keeps everything that the released version relies on", async () => {
  expect(migrations).toContain(RELEASED);
  const breaks = findBreaks(await schemaAfter(RELEASED), await readSchema(db));
  expect(
    breaks.filter((found) => !allowed[found]),
    "The released version would fail beside this migration: CONTRIBUTING.md says how to split it",
  ).toEqual([]);
  const stale = Object.keys(allowed).filter((found) => !breaks.includes(found));
  expect(stale, "What is allowed here no longer happens").toEqual([]);
});

it("finds the rename for which all servers once had to be stopped", async () => {
  const before = await schemaAfter("014-search.sql");
  const after = await schemaAfter("015-payment-attempts.sql");
  expect(findBreaks(before, after)).toContain("table payment_intents is gone");
});

it("migrates again when its locks and those of a running server wait for each other", async () => {
  const old = await databaseAfter("021-opening-and-closing.sql");
  const writer = await old.db.startTransaction().execute();
  await sql`lock table survey_tallies in row exclusive mode`.execute(writer);
  const migrating = migrate(old.connection);
  // It has changed `votes`, and waits for the tallies.
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and relation = 'survey_tallies'::regclass`.execute(old.db);
    expect(rows).toHaveLength(1);
  });
  // PostgreSQL ends whoever has waited for a second first: the migration, or on a slow machine this.
  await sql`lock table votes in row exclusive mode`.execute(writer).catch(() => {});
  await writer.rollback().execute();
  expect(await migrating).toContain("022-setting-aside.sql");
});

it.each([
  ["alter table votes rename column report to reported", "votes: column report is gone"],
  ["alter table users rename to people", "table users is gone"],
  ["drop table notices", "table notices is gone"],
  ["alter table surveys add column place text not null", "surveys: new column place must be given"],
  ["alter table surveys alter column entered_message set not null", "must now be given"],
  ["alter table votes alter column report drop default", "column report has lost its default"],
  ["alter table votes alter column report type varchar(99)", "was text and is character varying"],
  ["alter table votes add check (report <> 'spam')", "refuses more"],
  ["create unique index on surveys (title)", "refuses more"],
  ["create table likes (survey_id uuid references surveys)", "keeps rows of surveys from being"],
])("finds what %s breaks", async (statement, found) => {
  expect((await breaksOf(statement)).join("\n")).toContain(found);
});

it.each([
  "alter table surveys add column place text",
  "alter table surveys add column place text not null default '' check (place <> 'nowhere')",
  "create table likes (survey_id uuid references surveys on delete cascade)",
  "create index on surveys (title)",
  "alter table surveys alter column question drop not null",
])("lets %s pass", async (statement) => {
  expect(await breaksOf(statement)).toEqual([]);
});

/** What a migration with this statement would break in servers of today. */
async function breaksOf(statement: string): Promise<string[]> {
  const trx = await db.startTransaction().execute();
  try {
    const before = await readSchema(trx);
    await sql.raw(statement).execute(trx);
    return findBreaks(before, await readSchema(trx));
  } finally {
    await trx.rollback().execute();
  }
}
