import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { OperatorError } from "../process/operator-error.ts";
import { projectRoot } from "../process/project-root.ts";
import { connect, type Database } from "./connect.ts";
import { changeInSequence } from "./in-sequence.ts";
import { withRetry } from "./retry.ts";

/** The migrations of this version: SQL files, and for the first one a folder of them. */
export const MIGRATIONS = path.join(projectRoot, "server/database/migrations");

/** The schema of version 1.0. Every database that this version and later ones can use has it. */
const FIRST = "001-schema";

// Any number works, as long as every server of every version uses the same one.
const MIGRATION_LOCK = 7_203_114;

// Servers of the version before go on while this one migrates. If a transaction of theirs and this
// one wait for each other, PostgreSQL ends one of them after a second; each try meets others.
const NO_NEW_TRY_AFTER_MS = 60_000;

export const TOO_OLD =
  "This database was made by a version before 1.0 and can't be used: set DATA_DIR to a new directory, or DATABASE_URL to an empty database.";

/** The first line of a migration beside which no server of the version before may run. */
const ALONE = "-- alone\n";

/** Whether the database, or the backup, with these migrations was made by a version before 1.0. */
export function isTooOld(applied: string[]): boolean {
  return applied.length > 0 && !applied.includes(FIRST);
}

interface How {
  /** No other server uses this database: it is the embedded one, or the operator says so. */
  alone?: boolean;
}

/**
 * Applies all new migrations or none, and returns their names. Several servers may start at once:
 * the first one migrates, the others wait for its lock and find nothing to do.
 */
export async function migrate(
  connection: pg.PoolConfig,
  directory = MIGRATIONS,
  { alone = false }: How = {},
): Promise<string[]> {
  const db = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
  try {
    return await withRetry(() => applyPending(db, directory, alone), NO_NEW_TRY_AFTER_MS);
  } finally {
    await db.destroy();
  }
}

async function applyPending(db: Database, directory: string, alone: boolean): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await refuseReadOnly(trx);
    await lockMigrations(trx);
    const pending = await pendingMigrations(trx, directory);
    // A new database has no servers yet.
    if (!alone && !pending.includes(FIRST)) await refuseAlone(pending, directory);
    await applyMigrations(trx, pending, directory);
    return pending;
  });
}

async function refuseAlone(pending: string[], directory: string): Promise<void> {
  for (const name of pending) {
    if (!(await isAlone(name, directory))) continue;
    throw new OperatorError(
      `${name} can't run beside servers of the version before: stop all of them, then start one, with OTHER_SERVERS_STOPPED=on if DATABASE_URL is set`,
    );
  }
}

export async function isAlone(name: string, directory = MIGRATIONS): Promise<boolean> {
  const [first] = await filesOf(path.join(directory, name));
  return first !== undefined && (await readFile(first, "utf8")).startsWith(ALONE);
}

async function refuseReadOnly(trx: Database): Promise<void> {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(trx);
  if (rows[0]?.setting !== "on") return;
  throw new OperatorError(
    "DATABASE_URL: this database takes no writes, because it is a standby or is set to read only; name the primary, or a proxy that leads to it",
  );
}

/** Keeps others from migrating until the end of the transaction. */
export async function lockMigrations(trx: Database): Promise<void> {
  // A lock of the transaction, not the session, so that it also works behind a
  // transaction-pooling proxy.
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
  await changeInSequence(trx);
}

export async function applyMigrations(
  trx: Database,
  names: string[],
  directory = MIGRATIONS,
): Promise<void> {
  for (const name of names) {
    for (const file of await filesOf(path.join(directory, name))) {
      for (const statement of statementsOf(await readFile(file, "utf8"))) {
        await sql.raw(statement).execute(trx);
      }
    }
    await sql`insert into migrations (name) values (${name})`.execute(trx);
  }
}

async function filesOf(migration: string): Promise<string[]> {
  if (migration.endsWith(".sql")) return [migration];
  const files = (await readdir(migration)).filter((name) => name.endsWith(".sql")).sort();
  return files.map((file) => path.join(migration, file));
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
export async function pendingMigrations(db: Database, directory = MIGRATIONS): Promise<string[]> {
  await sql`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const done = rows.map(({ name }) => name);
  if (isTooOld(done)) throw new OperatorError(TOO_OLD);
  return (await listMigrations(directory)).filter((name) => !done.includes(name));
}

/** Their names, in the order of their numbers. */
export async function listMigrations(directory = MIGRATIONS): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /^\d{3}-/.test(name)).sort();
}
