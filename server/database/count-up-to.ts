import { type Expression, sql } from "kysely";
import type { Database } from "./connect.ts";

/** The number of a query's rows, or `most` if there are more: it reads no more than that. */
export async function countUpTo(
  db: Database,
  query: Expression<unknown>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select * from (${query}) as found limit ${most}) as counted
  `.execute(db);
  return rows[0]?.count ?? 0;
}
