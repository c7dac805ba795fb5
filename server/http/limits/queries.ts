import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

export interface Count {
  key: string;
  count: number;
  /** Seconds until the window ends. */
  secondsLeft: number;
}

/** A window to count in. Those of one network have one level. */
export interface CountedWindow {
  key: string;
  level: string;
  seconds: number;
  max: number;
}

/**
 * A window that ends later than one that begins now was begun by a clock that was ahead. A minute
 * more, because parallel statements begin at different times.
 */
const isOver = sql`(c.ends_at <= now() or c.ends_at > excluded.ends_at + interval '1 minute')`;

/**
 * Counts one more for each key, in one statement, so that parallel attempts are all counted. Rows
 * are locked in the order of their keys, so two such statements cannot deadlock. If a network is
 * full already, the attempt is refused and counts in this one alone, the narrowest of several:
 * those around it are for others too, and those inside it would only fill the table.
 */
export async function countOneMore(db: Database, windows: CountedWindow[]): Promise<Count[]> {
  const keys = windows.map(({ key }) => key);
  const levels = windows.map(({ level }) => level);
  const seconds = windows.map((window) => window.seconds);
  const most = windows.map(({ max }) => max);
  const { rows } = await sql<Count>`
    with w as (
      select * from unnest(${keys}::text[], ${levels}::text[], ${seconds}::int[], ${most}::float8[])
        with ordinality as w (key, level, seconds, most, place)
    ), fullest as (
      select w.level from w join limit_counts as f on f.key = w.key
      where f.count >= w.most and f.ends_at > now() order by w.place limit 1
    )
    insert into limit_counts as c (key, count, ends_at)
    select key, 1, now() + make_interval(secs => seconds)
    from w where level = coalesce((select level from fullest), level)
    order by key
    on conflict (key) do update set
      count = case when ${isOver} then 1 else c.count + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else c.ends_at end
    returning key, count, ceil(extract(epoch from ends_at - now()))::int as "secondsLeft"
  `.execute(db);
  return rows;
}

/** Leaves what was begun anew or forgotten meanwhile. */
export async function countOneLess(db: Database, keys: string[]): Promise<void> {
  await db
    .updateTable("limit_counts")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "in", keys)
    .where("count", ">", 0)
    .where("ends_at", ">", sql<Date>`now()`)
    .execute();
}

/** The counts of these keys, in their order. */
export async function readCounts(db: Database, keys: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom("limit_counts")
    .select(["key", "count"])
    .where("key", "in", keys)
    .where("ends_at", ">", sql<Date>`now()`)
    .execute();
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return keys.map((key) => counts.get(key) ?? 0);
}

export async function forgetCounts(db: Database, keys: string[]): Promise<void> {
  await db.deleteFrom("limit_counts").where("key", "in", keys).execute();
}
