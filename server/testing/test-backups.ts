import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject } from "vitest";
import { type Count, nameOf } from "../database/backup/format.ts";
import { readBackup } from "../database/backup/read.ts";
import { connect, type Database } from "../database/connect.ts";
import { afterFile } from "./after-file.ts";

export async function connectionOf(db: Database): Promise<pg.PoolConfig> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { ...inject("postgres"), database: rows[0]?.name };
}

/** Returns a function that names files in a directory, which is removed after the test file. */
export async function createFileNames(): Promise<() => string> {
  const directory = await mkdtemp(path.join(tmpdir(), "backup-"));
  afterFile(() => rm(directory, { recursive: true }));
  return () => path.join(directory, `${randomUUID()}.backup`);
}

/** Its settings must not matter: neither time limits, nor how values are shown. */
export async function emptyDatabase(): Promise<pg.PoolConfig> {
  const server = inject("postgres");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${database}`);
  for (const setting of [
    "statement_timeout = '5s'",
    "datestyle = 'SQL, DMY'",
    "bytea_output = escape",
  ]) {
    await client.query(`alter database ${database} set ${setting}`);
  }
  await client.end();
  return { ...server, database };
}

export function openDatabase(connection: pg.PoolConfig): Database {
  const db = connect({ connection, poolSize: 2, onLost: () => {} });
  afterFile(() => db.destroy());
  return db;
}

/** What each table of a backup adds up to. */
export async function countsOf(backup: string): Promise<Record<string, Count>> {
  const counts: Record<string, Count> = {};
  for await (const part of readBackup(backup)) {
    if (part.kind === "count") counts[nameOf(part.table)] = part.count;
  }
  return counts;
}

/** Columns, constraints and indexes, as PostgreSQL describes them. */
export async function describeSchema(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select c.oid::regclass::text as table,
      (select json_agg(format('%s %s %s %s', attname, atttypid::regtype, attnotnull, attgenerated) order by attname)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select json_agg(format('%s %s', conname, pg_get_constraintdef(oid)) order by conname)
        from pg_constraint where conrelid = c.oid) as constraints,
      (select json_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text)
        from pg_index where indrelid = c.oid and indisvalid) as indexes
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'identity') order by 1
  `.execute(db);
  return rows;
}

export async function expectEmpty(connection: pg.PoolConfig): Promise<void> {
  expect(await describeSchema(openDatabase(connection))).toEqual([]);
}
