import { sql } from "kysely";
import { type Category, categories } from "../../../contract/categories.ts";
import { type SurveyStatus, surveyStatuses } from "../../../contract/survey-status.ts";
import type { Database } from "../../database/connect.ts";
import { lastDates, readDays, startOf, type VotesPerDay } from "./cache.ts";

// The most that fit in the chart.
const MOST_REPORTED = 10;

/** The site's numbers over the last `days` days. Days are in UTC. */
export async function readOverview(db: Database, votesPerDay: VotesPerDay, days: number) {
  const dates = lastDates(days);
  const since = startOf(dates[0] ?? "");
  const [perDay, totals, byStatus, byCategory, mostReported, review, waiting] = await Promise.all([
    readDays(db, votesPerDay, dates),
    readTotals(db),
    countByStatus(db),
    countByCategory(db),
    listMostReported(db, since),
    readReview(db, since),
    readWaiting(db),
  ]);
  return { perDay, totals, byStatus, byCategory, mostReported, review: { ...review, ...waiting } };
}

async function readTotals(db: Database) {
  const [users, votes, payments] = await Promise.all([
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
      .select(sql<number>`coalesce(sum(amount), 0) / 100::float8`.as("revenue"))
      .where("refunded_at", "is", null)
      .executeTakeFirstOrThrow(),
  ]);
  return { users: users.all, proUsers: users.pro, ...votes, ...payments };
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
      .select([
        "s.id as surveyItemId",
        "s.title",
        "s.language",
        sql<number>`count(*)::int`.as("reports"),
      ])
      // The other reports are about a comment on the survey.
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
      // Without it, no surveyor was waiting: a published survey was taken down or put back.
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
