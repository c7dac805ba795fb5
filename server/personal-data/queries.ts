import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { EXPORT_PAGE } from "../database/keyset.ts";
import { withRetry } from "../database/retry.ts";
import { type Owner, type Table, tables } from "./columns.ts";

interface Entry {
  table: string;
  record: Record<string, unknown>;
}

/** Everything that is stored about one person, table by table, a page at a time. */
export async function* readOwnData(db: Database, owner: Owner): AsyncGenerator<Entry[]> {
  for (const [name, table] of Object.entries(tables)) {
    let after: string | null = null;
    do {
      const rows = await withRetry(() => readPage(db, name, table, owner, after));
      after = rows.length === EXPORT_PAGE ? String(rows.at(-1)?.[table.key ?? "id"]) : null;
      yield rows.map((record) => ({ table: name, record }));
    } while (after !== null);
  }
}

async function readPage(
  db: Database,
  name: string,
  table: Table,
  owner: Owner,
  after: string | null,
): Promise<Entry["record"][]> {
  if (!table.rowsOf) return [];
  const exported = Object.entries(table.columns)
    .filter(([, treatment]) => treatment === "exported")
    .map(([column]) => sql.ref(column));
  const key = sql.ref(table.key ?? "id");
  const { rows } = await sql<Entry["record"]>`
    select ${sql.join(exported)} from ${sql.table(name)}
    where ${table.rowsOf(owner)} and ${after === null ? sql`true` : sql`${key} > ${after}`}
    order by ${key} limit ${sql.lit(EXPORT_PAGE)}
  `.execute(db);
  return rows;
}
