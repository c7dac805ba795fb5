import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { sql } from "kysely";
import type pg from "pg";
import { expect, inject } from "vitest";
import {
  createCounter,
  END_OF_ROWS,
  type Header,
  lineOf,
  type Table,
} from "../database/backup/format.ts";
import { readBackup, readHeader } from "../database/backup/read.ts";
import { checkRestorable, restoreBackup } from "../database/backup/restore.ts";
import { connect, type Database } from "../database/connect.ts";
import { afterFile } from "./after-file.ts";
import { createEmptyDatabase } from "./empty-database.ts";

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
export async function emptyDatabase(options?: string): Promise<pg.PoolConfig> {
  const { connection, db } = await createEmptyDatabase(options);
  for (const setting of [
    "statement_timeout = '5s'",
    "datestyle = 'SQL, DMY'",
    "bytea_output = escape",
  ]) {
    await sql.raw(`alter database ${connection.database} set ${setting}`).execute(db);
  }
  return connection;
}

export function openDatabase(connection: pg.PoolConfig): Database {
  const db = connect({ connection, poolSize: 2, onLost: () => {} });
  afterFile(() => db.destroy());
  return db;
}

/** As `npm run restore` does it, of this version or of one with these migrations. */
export async function checkAndRestore(
  connection: pg.PoolConfig,
  file: string,
  migrations?: string,
) {
  return restoreBackup(connection, await checkRestorable(file, undefined, migrations));
}

/** Columns, constraints and indexes, as PostgreSQL describes them. */
export async function describeSchema(db: Database): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    // Times in the conditions of indexes are shown in it.
    await sql`set local datestyle = 'ISO'`.execute(trx);
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
  `.execute(trx);
    return rows;
  });
}

export async function expectEmpty(connection: pg.PoolConfig): Promise<void> {
  expect(await describeSchema(openDatabase(connection))).toEqual([]);
}

export interface Content {
  header: Header;
  tables: { table: Table; rows: string[] }[];
}

/** The file with its content changed, and every count and checksum made right again. */
export async function forge(file: string, change: (content: Content) => void): Promise<Buffer> {
  const { header } = await readHeader(file);
  const content: Content = { header, tables: [] };
  for await (const part of readBackup(file)) {
    if (part.kind === "table") content.tables.push({ table: part.table, rows: [] });
    else if (part.kind === "rows") {
      content.tables.at(-1)?.rows.push(...part.lines.toString().split("\n").slice(0, -1));
    }
  }
  change(content);
  const first = lineOf(content.header);
  const text = content.tables.map(({ table, rows }) => {
    const counter = createCounter();
    const lines = Buffer.from(rows.map((row) => `${row}\n`).join(""));
    counter.add(lines);
    return Buffer.concat([lineOf(table), lines, Buffer.from(END_OF_ROWS), lineOf(counter.read())]);
  });
  const sha256 = createHash("sha256")
    .update(Buffer.concat([first, ...text]))
    .digest("hex");
  const end = lineOf({ tables: content.tables.length, sha256 });
  return Buffer.concat([first, brotliCompressSync(Buffer.concat([...text, end]))]);
}
