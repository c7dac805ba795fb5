import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

export interface Count {
  key: string;
  count: number;
  /** Seconds until the window ends. */
  secondsLeft: number;
}

/**
 * A window that ends later than one that begins now was begun by a clock that was ahead. A minute
 * more, because parallel statements begin at different times.
 */
const isOver = sql`(c.ends_at <= now() or c.ends_at > excluded.ends_at + interval '1 minute')`;

/**
 * Counts one more for each key, in one statement, so that parallel attempts are all counted. Rows
 * are locked in the order of their keys, so two such statements cannot deadlock.
 */
export async function countOneMore(
  db: Database,
  windows: { key: string; seconds: number }[],
): Promise<Count[]> {
  const keys = windows.map(({ key }) => key);
  const seconds = windows.map((window) => window.seconds);
  const { rows } = await sql<Count>`
    insert into limit_counts as c (key, count, ends_at)
    select key, 1, now() + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${seconds}::int[]) as w (key, seconds)
    order by key
    on conflict (key) do update set
      count = case when ${isOver} then 1 else c.count + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else c.ends_at end
    returning key, count, ceil(extract(epoch from ends_at - now()))::int as "secondsLeft"
  `.execute(db);
  return rows;
}

export async function readCount(db: Database, key: string): Promise<number> {
  const row = await db
    .selectFrom("limit_counts")
    .select("count")
    .where("key", "=", key)
    .where("ends_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function forgetCounts(db: Database, keys: string[]): Promise<void> {
  await db.deleteFrom("limit_counts").where("key", "in", keys).execute();
}
