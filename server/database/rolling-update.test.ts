import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { createEmptyDatabase } from "../testing/empty-database.ts";
import { LATER_MIGRATION, laterVersion } from "../testing/later-version.ts";
import { findBreaks, readSchema, type SchemaFacts } from "../testing/schema-facts.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import type { Database } from "./connect.ts";
import { applyMigrations, isAlone, listMigrations, migrate, pendingMigrations } from "./migrate.ts";

// Servers of the released version run on after the first server of the next one has migrated the
// database. So whatever statement was valid on the released schema must be valid on the new one. With a
// migration that is marked `alone`, no released server runs on, so only what follows it is compared.

/** The last migration of the released version. Changed with each release, and then nothing is allowed. */
const RELEASED = "001-schema";

/**
 * What this test finds and the released version survives nevertheless, each with the reason: for
 * example a column that it no longer names in any statement.
 */
const allowed: Record<string, string> = {
  "security_events: CHECK ((kind = ANY (ARRAY['log-in'::text, 'log-in.new-device'::text, 'log-in.failed'::text, 'log-in.locked'::text, 'password.changed'::text, 'password.reset'::text, 'two-factor.on'::text, 'two-factor.off'::text, 'two-factor.codes'::text, 'passkey.added'::text, 'passkey.removed'::text, 'session.ended'::text, 'sessions.ended'::text, 'social.connected'::text, 'social.disconnected'::text, 'token.made'::text, 'token.ended'::text, 'export'::text, 'data.download'::text]))) NOT VALID refuses more":
    "takes one kind more. The released version can't show it, so its servers are stopped for this update",
};

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase(null);
});

async function releasedSchema(): Promise<SchemaFacts> {
  const { db: empty } = await createEmptyDatabase();
  const all = await listMigrations();
  expect(all).toContain(RELEASED);
  await pendingMigrations(empty);
  let last = RELEASED;
  for (const name of all) if (await isAlone(name)) last = name;
  await applyMigrations(
    empty,
    all.filter((name) => name <= last),
  );
  return readSchema(empty);
}

it("keeps everything that the released version relies on", async () => {
  const breaks = findBreaks(await releasedSchema(), await readSchema(db));
  expect(
    breaks.filter((found) => !allowed[found]),
    "The released version would fail beside this migration: CONTRIBUTING.md says how to split it",
  ).toEqual([]);
  const stale = Object.keys(allowed).filter((found) => !breaks.includes(found));
  expect(stale, "What is allowed here no longer happens").toEqual([]);
});

it("migrates again when its locks and those of a running server wait for each other", async () => {
  const { connection, db: old } = await createEmptyDatabase();
  await migrate(connection);
  const later = await laterVersion(`
    alter table votes add column place text;
    alter table survey_tallies add column places integer;`);
  const writer = await old.startTransaction().execute();
  await sql`lock table survey_tallies in row exclusive mode`.execute(writer);
  const migrating = migrate(connection, later);
  // It has changed `votes`, and waits for the tallies.
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and relation = 'survey_tallies'::regclass`.execute(old);
    expect(rows).toHaveLength(1);
  });
  // PostgreSQL ends whoever has waited for a second first: the migration, or on a slow machine this.
  await sql`lock table votes in row exclusive mode`.execute(writer).catch(() => {});
  await writer.rollback().execute();
  expect(await migrating).toEqual([LATER_MIGRATION]);
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
