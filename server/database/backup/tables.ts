import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../connect.ts";
import { nameOf, type Table } from "./format.ts";

/** The schemas that the product's migrations use. */
const SCHEMAS = ["public", "identity"];

/**
 * All tables of the product, with the columns that are stored and not computed. Tables of extensions
 * are no part of it. Neither are unlogged tables: PostgreSQL itself empties them after a crash.
 */
export async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname as schema, c.relname as table,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where n.nspname = any(${SCHEMAS}) and c.relkind = 'r' and c.relpersistence = 'p'
      and not exists (select 1 from pg_depend where objid = c.oid and deptype = 'e')
    group by n.nspname, c.relname order by n.nspname, c.relname
  `.execute(db);
  return rows;
}

/** As it is written in a statement. */
export function quoted({ schema, table }: Table): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

/** The table and its columns, as `COPY` wants them. */
export function quotedWithColumns(table: Table): string {
  return `${quoted(table)} (${table.columns.map(pg.escapeIdentifier).join(", ")})`;
}

/**
 * For the transaction: no time limits, which an operator may have set for the role, and the same text
 * for the same value, whatever the settings of the database.
 */
export async function prepareSession(db: Database): Promise<void> {
  const settings = {
    statement_timeout: "0",
    lock_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    datestyle: "ISO, YMD",
    intervalstyle: "postgres",
    timezone: "UTC",
    extra_float_digits: "1",
    bytea_output: "hex",
  };
  for (const [name, value] of Object.entries(settings)) {
    await sql`select set_config(${name}, ${value}, true)`.execute(db);
  }
}

/**
 * Takes away indexes, keys and references of these tables, and returns the statements that bring them
 * back. Rows load several times as fast without them, and in any order: some refer to later ones.
 * Also checks that are not valid for all rows yet.
 */
export async function takeIndexesAway(db: Database, tables: Table[]): Promise<string[]> {
  const names = tables.map(nameOf);
  const { rows: constraints } = await sql<{ table: string; drop: string; create: string }>`
    select conrelid::regclass::text as table, format('drop constraint %I', conname) as drop,
      format('add constraint %I %s', conname, pg_get_constraintdef(k.oid)) as create
    from pg_constraint as k
    join pg_class as c on c.oid = conrelid join pg_namespace as n on n.oid = c.relnamespace
    where (contype in ('p', 'u', 'f') or (contype = 'c' and not convalidated))
      and n.nspname || '.' || c.relname = any(${names})
    -- References need the keys that they refer to.
    order by contype = 'f', conrelid::regclass::text, conname
  `.execute(db);
  for (const { table, drop } of constraints.toReversed()) {
    await sql.raw(`alter table ${table} ${drop}`).execute(db);
  }
  const { rows: indexes } = await sql<{ drop: string; create: string }>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
    from pg_index join pg_class as c on c.oid = indrelid join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname || '.' || c.relname = any(${names})
    order by indexrelid::regclass::text
  `.execute(db);
  for (const { drop } of indexes) await sql.raw(drop).execute(db);
  return [
    ...indexes.map(({ create }) => create),
    ...constraints.map(({ table, create }) => `alter table ${table} ${create}`),
  ];
}
