import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/connect.ts";

const DAY_MS = 86_400_000;
const count = sql<number>`count(*)::int`;
const dollars = sql<number>`sum(amount) / 100::float8`;

/** Dates in UTC; the last one is today. */
export function lastDates(days: number): string[] {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Of a ballot, only the hour is known. */
const cast = sql`(
  select created_at from votes union all select hour from ballots
) as cast_votes`;

/** The number of votes for each date; missing dates have none. */
export type VotesPerDay = (dates: string[]) => Promise<Map<string, number>>;

/**
 * Past days are counted once: votes are never taken back, and a year has very many of them. Those
 * that are set aside can change, are few, and have an index, so they are counted every time.
 */
export function createVotesPerDay(db: Database): VotesPerDay {
  const over = new Map<string, number>();
  return async (dates) => {
    // Yesterday is counted again too: a vote at midnight may be committed shortly afterwards.
    const yesterday = dates.at(-2) ?? "";
    const missing = dates.slice(0, -2).filter((date) => !over.has(date));
    if (missing[0]) {
      const source = sql`${cast} where created_at < ${startOf(yesterday)} and`;
      const counted = await sumByDay(db, missing[0], count, source);
      for (const date of missing) over.set(date, counted.get(date) ?? 0);
    }
    const newest = await sumByDay(db, yesterday, count, sql`${cast} where`);
    const aside = sql`votes where set_aside is not null and`;
    const setAside = await sumByDay(db, dates[0] ?? "", count, aside);
    const all = [...over, ...newest];
    return new Map(all.map(([date, votes]) => [date, votes - (setAside.get(date) ?? 0)]));
  };
}

export async function readDays(db: Database, votesPerDay: VotesPerDay, dates: string[]) {
  const since = dates[0] ?? "";
  const [registrations, votes, surveys, revenue] = await Promise.all([
    sumByDay(db, since, count, sql`users where deleted_at is null and`),
    votesPerDay(dates),
    sumByDay(db, since, count, sql`surveys where`),
    sumByDay(db, since, dollars, sql`payments where refunded_at is null and`),
  ]);
  return dates.map((date) => ({
    date,
    registrations: registrations.get(date) ?? 0,
    votes: votes.get(date) ?? 0,
    surveys: surveys.get(date) ?? 0,
    revenue: revenue.get(date) ?? 0,
  }));
}

/** One sum for each day that has rows. `source` is SQL up to the condition on the time. */
async function sumByDay(
  db: Database,
  since: string,
  sum: RawBuilder<number>,
  source: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ date: string; n: number }>`
    select (created_at at time zone 'UTC')::date::text as date, ${sum} as n
    from ${source} created_at >= ${startOf(since)}
    group by (created_at at time zone 'UTC')::date
  `.execute(db);
  return new Map(rows.map(({ date, n }) => [date, n]));
}

export function startOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
