import { type RawBuilder, sql } from "kysely";
import { type SurveyStatus, surveyStatuses } from "../../contract/publication.ts";
import { type Category, categories } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";

const DAY_MS = 86_400_000;
// As many as a chart can name.
const MOST_REPORTED = 10;
const CENTS = 100;

/** How the site has been doing over so many days up to now. Days are those of UTC. */
export async function readOverview(db: Database, days: number, now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const since = new Date(today - (days - 1) * DAY_MS);
  const [perDay, totals, byStatus, byCategory, mostReported, review, waiting] = await Promise.all([
    readDays(db, since, days),
    readTotals(db),
    countByStatus(db),
    countByCategory(db),
    listMostReported(db, since),
    readReview(db, since),
    readWaiting(db),
  ]);
  return { perDay, totals, byStatus, byCategory, mostReported, review: { ...review, ...waiting } };
}

async function readDays(db: Database, since: Date, days: number) {
  const count = sql<number>`count(*)::int`;
  const [registrations, votes, surveys, cents] = await Promise.all([
    sumByDay(db, since, count, sql`users where deleted_at is null and`),
    sumByDay(db, since, count, sql`votes where`),
    sumByDay(db, since, count, sql`surveys where`),
    sumByDay(db, since, sql<number>`sum(amount)`, sql`payments where refunded_at is null and`),
  ]);
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10);
    return {
      date,
      registrations: registrations.get(date) ?? 0,
      votes: votes.get(date) ?? 0,
      surveys: surveys.get(date) ?? 0,
      revenue: (cents.get(date) ?? 0) / CENTS,
    };
  });
}

/** One sum for each day that has rows. `source` ends where the condition on time goes on. */
async function sumByDay(
  db: Database,
  since: Date,
  sum: RawBuilder<number>,
  source: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ date: string; n: number }>`
    select (created_at at time zone 'UTC')::date::text as date, ${sum} as n
    from ${source} created_at >= ${since} group by (created_at at time zone 'UTC')::date
  `.execute(db);
  return new Map(rows.map(({ date, n }) => [date, n]));
}

async function readTotals(db: Database) {
  const [users, votes, cents] = await Promise.all([
    db
      .selectFrom("users")
      .select(sql<number>`count(*)::int`.as("all"))
      .select(sql<number>`(count(*) filter (where role = 'pro-user'))::int`.as("pro"))
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("survey_tallies")
      .select(sql<number>`coalesce(sum(votes), 0)::int`.as("votes"))
      .select(sql<number>`count(*)::int`.as("surveys"))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("payments")
      .select(sql<number>`coalesce(sum(amount), 0)`.as("cents"))
      .where("refunded_at", "is", null)
      .executeTakeFirstOrThrow(),
  ]);
  const revenue = cents.cents / CENTS;
  return { users: users.all, proUsers: users.pro, ...votes, revenue };
}

async function countByStatus(db: Database) {
  const rows = await db
    .selectFrom("surveys")
    .select(["status", sql<number>`count(*)::int`.as("surveys")])
    .groupBy("status")
    .execute();
  const counts = new Map<SurveyStatus, number>(rows.map((row) => [row.status, row.surveys]));
  return surveyStatuses.map((status) => ({ status, surveys: counts.get(status) ?? 0 }));
}

async function countByCategory(db: Database) {
  const rows = await db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.category", sql<number>`count(*)::int`.as("surveys")])
    .select(sql<number>`sum(t.votes)::int`.as("votes"))
    .groupBy("s.category")
    .execute();
  const counts = new Map<Category, (typeof rows)[number]>(rows.map((row) => [row.category, row]));
  return categories.map((category) => counts.get(category) ?? { category, surveys: 0, votes: 0 });
}

async function listMostReported(db: Database, since: Date) {
  return (
    db
      .selectFrom("reports as r")
      .innerJoin("surveys as s", "s.id", "r.survey_id")
      .select(["s.id as surveyItemId", "s.title", sql<number>`count(*)::int`.as("reports")])
      // The others are about a comment under it.
      .where("r.comment_id", "is", null)
      .where("r.created_at", ">=", since)
      .groupBy("s.id")
      .orderBy("reports", "desc")
      .orderBy("s.id")
      .limit(MOST_REPORTED)
      .execute()
  );
}

async function readReview(db: Database, since: Date) {
  const hours = sql`extract(epoch from created_at - sent_at) / 3600`;
  return (
    db
      .selectFrom("survey_decisions")
      .select(sql<number>`count(*)::int`.as("decided"))
      .select(
        sql<number | null>`percentile_cont(0.5) within group (order by (${hours})::float)`.as(
          "medianHours",
        ),
      )
      .select(sql<number | null>`max((${hours})::float)`.as("longestHours"))
      .where("created_at", ">=", since)
      // Without it nobody was waiting: a published survey was taken down, or put back.
      .where("sent_at", "is not", null)
      .executeTakeFirstOrThrow()
  );
}

async function readWaiting(db: Database) {
  const { waiting, oldest } = await db
    .selectFrom("surveys")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .select(({ fn }) => fn.min<Date | null>("sent_at").as("oldest"))
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return { waiting, waitingSince: oldest?.toISOString() ?? null };
}
