import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

/** What statements can rely on, or be refused for, in one table of the product. */
interface TableFacts {
  name: string;
  columns: Record<string, { type: string; required: boolean; filled: boolean }>;
  /** As PostgreSQL writes them. */
  indexes: Record<string, { unique: boolean; columns: string[] }>;
  constraints: Record<string, { columns: string[]; to: string | null; keepsRows: boolean }>;
}

export type SchemaFacts = { tables: Map<string, TableFacts>; functions: Set<string> };

const ours = sql.raw(`('public'::regnamespace, 'identity'::regnamespace)`);
const columnsOf = (table: string, numbers: string) =>
  sql.raw(`array(select attname::text from pg_attribute
    where attrelid = ${table} and attnum = any(${numbers}))`);

export async function readSchema(db: Database): Promise<SchemaFacts> {
  const tables = await sql<TableFacts>`
    select t.oid::regclass::text as name,
      (select jsonb_object_agg(attname, jsonb_build_object('type', format_type(atttypid, atttypmod),
          'required', attnotnull, 'filled', atthasdef or attidentity <> ''))
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(jsonb_object_agg(pg_get_indexdef(indexrelid), jsonb_build_object(
          'unique', indisunique, 'columns', ${columnsOf("indrelid", "indkey")})), '{}')
        from pg_index where indrelid = t.oid) as indexes,
      (select coalesce(jsonb_object_agg(pg_get_constraintdef(c.oid), jsonb_build_object(
          'columns', ${columnsOf("conrelid", "conkey")}, 'to', nullif(confrelid, 0)::regclass::text,
          'keepsRows', confdeltype in ('a', 'r'))), '{}')
        from pg_constraint as c where conrelid = t.oid and contype in ('c', 'f', 'x')) as constraints
    from pg_class as t where relnamespace in ${ours} and relkind = 'r'`.execute(db);
  const functions = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc where pronamespace in ${ours}`.execute(db);
  return {
    tables: new Map(tables.rows.map((table) => [table.name, table])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  };
}

/**
 * What may fail in a server that was written for the first schema when it runs on the second: a
 * statement names something that is gone, or writes a row that is now refused.
 */
export function findBreaks(before: SchemaFacts, after: SchemaFacts): string[] {
  const found: string[] = [];
  for (const name of before.functions) {
    if (!after.functions.has(name)) found.push(`function ${name} is gone`);
  }
  for (const old of before.tables.values()) {
    const table = after.tables.get(old.name);
    if (table) found.push(...findBreaksIn(old, table));
    else found.push(`table ${old.name} is gone`);
  }
  for (const table of after.tables.values()) {
    for (const [key, { to, keepsRows }] of newOnes(before.tables.get(table.name), table)) {
      if (to && before.tables.has(to) && keepsRows) {
        found.push(`${table.name}: ${key} keeps rows of ${to} from being deleted`);
      }
    }
  }
  return found;
}

function findBreaksIn(old: TableFacts, table: TableFacts): string[] {
  const found: string[] = [];
  const say = (what: string) => found.push(`${table.name}: ${what}`);
  for (const [name, was] of Object.entries(old.columns)) {
    const is = table.columns[name];
    if (!is) say(`column ${name} is gone`);
    else if (is.type !== was.type) say(`column ${name} was ${was.type} and is ${is.type}`);
    else if (is.required && !was.required) say(`column ${name} must now be given`);
    else if (is.required && was.filled && !is.filled) say(`column ${name} has lost its default`);
  }
  for (const [name, { required, filled }] of Object.entries(table.columns)) {
    if (!old.columns[name] && required && !filled) say(`new column ${name} must be given`);
  }
  for (const key of Object.keys(old.indexes)) {
    if (!table.indexes[key]) say(`${key} is gone`);
  }
  const isNew = (column: string) => !old.columns[column];
  for (const [key, { unique, columns }] of Object.entries(table.indexes)) {
    if (!old.indexes[key] && unique && !columns.every(isNew)) say(`${key} refuses more`);
  }
  for (const [key, { columns }] of newOnes(old, table)) {
    if (!columns.every(isNew)) say(`${key} refuses more`);
  }
  return found;
}

function newOnes(old: TableFacts | undefined, table: TableFacts) {
  return Object.entries(table.constraints).filter(([key]) => !old?.constraints[key]);
}
