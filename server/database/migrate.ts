import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { projectRoot } from "../project-root.ts";
import type { Database } from "./connect.ts";

const directory = path.join(projectRoot, "server/database/migrations");

// Any number will do, as long as every server of every version uses the same.
const MIGRATION_LOCK = 7_203_114;

/** Applies what is new, each file in its own transaction, and returns the names of those. */
export async function migrate(db: Database): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Several servers may start at once: the first migrates, the others wait and find it done.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    try {
      const applied: string[] = [];
      for (const name of await pendingMigrations(connection)) {
        await applyMigration(connection, name);
        applied.push(name);
      }
      return applied;
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function pendingMigrations(db: Database): Promise<string[]> {
  await sql`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`.execute(db);
  const done = await sql<{ name: string }>`select name from migrations`.execute(db);
  const known = new Set(done.rows.map(({ name }) => name));
  const files = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return files.filter((name) => !known.has(name));
}

async function applyMigration(db: Database, name: string): Promise<void> {
  const statements = await readFile(path.join(directory, name), "utf8");
  await db.transaction().execute(async (trx) => {
    await sql.raw(statements).execute(trx);
    await sql`insert into migrations (name) values (${name})`.execute(trx);
  });
}
