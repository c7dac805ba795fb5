import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { projectRoot } from "../project-root.ts";
import { connect, type Database } from "./connect.ts";
import { changeInSequence } from "./in-sequence.ts";
import { withRetry } from "./retry.ts";

const directory = path.join(projectRoot, "server/database/migrations");

// Any number works, as long as every server of every version uses the same one.
export const MIGRATION_LOCK = 7_203_114;

// Servers of the version before go on while this one migrates. If a transaction of theirs and this
// one wait for each other, PostgreSQL ends one of them after a second; each try meets others.
const NO_NEW_TRY_AFTER_MS = 60_000;

/** Thrown with one readable line if the database takes no writes. */
export class ReadOnlyDatabase extends Error {
  override message =
    "DATABASE_URL: this database takes no writes, because it is a standby or is set to read only; name the primary, or a proxy that leads to it";
}

/**
 * Applies all new migrations or none, and returns their names. Several servers may start at once:
 * the first one migrates, the others wait for its lock and find nothing to do.
 */
export async function migrate(connection: pg.PoolConfig): Promise<string[]> {
  const db = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
  try {
    return await withRetry(() => applyPending(db), NO_NEW_TRY_AFTER_MS);
  } finally {
    await db.destroy();
  }
}

async function applyPending(db: Database): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await refuseReadOnly(trx);
    await lockMigrations(trx);
    const pending = await pendingMigrations(trx);
    await applyMigrations(trx, pending);
    return pending;
  });
}

async function refuseReadOnly(trx: Database): Promise<void> {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(trx);
  if (rows[0]?.setting === "on") throw new ReadOnlyDatabase();
}

/** Keeps others from migrating until the end of the transaction. */
export async function lockMigrations(trx: Database): Promise<void> {
  // A lock of the transaction, not the session, so that it also works behind a
  // transaction-pooling proxy.
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
  await changeInSequence(trx);
}

export async function applyMigrations(trx: Database, names: string[]): Promise<void> {
  for (const name of names) {
    const text = await readFile(path.join(directory, name), "utf8");
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(trx);
    await sql`insert into migrations (name) values (${name})`.execute(trx);
  }
}

/**
 * One by one, because Citus passes on to its workers all that was sent with a statement, and they
 * take only one. A semicolon in a function's body or a string ends no statement.
 */
function statementsOf(text: string): string[] {
  const withoutComments = text.replaceAll(/--.*/g, "");
  const statements = withoutComments.match(/(?:\$\$[\s\S]*?\$\$|'[^']*'|[^;])+/g) ?? [];
  return statements.filter((statement) => statement.trim() !== "");
}

/** The migrations of this version that the database does not have yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  await sql`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`.execute(db);
  const done = await sql<{ name: string }>`select name from migrations`.execute(db);
  const known = new Set(done.rows.map(({ name }) => name));
  return (await listMigrations()).filter((name) => !known.has(name));
}

/** The migrations of this version, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
}
