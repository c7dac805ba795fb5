import { type RawBuilder, sql } from "kysely";
import {
  hidingReasons,
  rejectionReasons,
  type SurveyStatus,
  surveyStatuses,
} from "../../../contract/survey-status.ts";
import type { Database } from "../../database/connect.ts";
import { lastMonths } from "./rules.ts";

// Every query here reads an index alone, which has all that it counts, except that of groups of
// votes: there are as many as admins have set aside.

const monthOf = (column: string): RawBuilder<Date> =>
  sql`date_trunc('month', ${sql.ref(column)}, 'UTC')`;
const nameOf = (month: Date) => month.toISOString().slice(0, "2026-11".length);
const since = (month = "") => new Date(`${month}-01T00:00:00Z`);

export async function readMonths(db: Database, now: Date) {
  const names = lastMonths(now);
  const [surveys, decisions, rejections, hidings, hidden, setAside, restored] = await Promise.all([
    countSurveys(db),
    countDecisions(db, since(names[0])),
    countRejections(db, since(names[0])),
    countHidings(db, since(names[0])),
    countHidden(db, since(names[0])),
    countSetAside(db, "created_at"),
    countSetAside(db, "restored_at"),
  ]);
  const months = names.map((month) => ({
    month,
    surveys: byStatus(surveys.filter((row) => row.month === month)),
    ...(decisions.get(month) ?? { decided: 0, medianHours: null, rejected: 0, takenDown: 0 }),
    commentsHidden: hidden.get(month) ?? 0,
    votesSetAside: setAside.get(month) ?? 0,
    votesRestored: restored.get(month) ?? 0,
  }));
  return { months, byStatus: byStatus(surveys), rejections, hidings };
}

interface SurveyCount {
  month: string;
  status: SurveyStatus;
  surveys: number;
}

function byStatus(counts: SurveyCount[]) {
  return surveyStatuses.map((status) => ({
    status,
    surveys: counts
      .filter((row) => row.status === status)
      .reduce((sum, { surveys }) => sum + surveys, 0),
  }));
}

/** All of them: older ones are in the total. */
async function countSurveys(db: Database): Promise<SurveyCount[]> {
  const { rows } = await sql<Omit<SurveyCount, "month"> & { month: Date }>`
    select status, ${monthOf("sent_at")} as month, count(*)::int as surveys
    from surveys group by 1, 2
  `.execute(db);
  return rows.map(({ month, ...row }) => ({ month: nameOf(month), ...row }));
}

interface Decisions {
  decided: number;
  medianHours: number | null;
  rejected: number;
  takenDown: number;
}

async function countDecisions(db: Database, from: Date): Promise<Map<string, Decisions>> {
  const hours = sql`(extract(epoch from created_at - sent_at) / 3600)::float8`;
  const { rows } = await sql<Decisions & { month: Date }>`
    select ${monthOf("created_at")} as month,
      count(sent_at)::int as decided,
      percentile_cont(0.5) within group (order by ${hours}) as "medianHours",
      (count(sent_at) filter (where status = 'unpublish'))::int as rejected,
      (count(*) filter (where status = 'unpublish' and sent_at is null))::int as "takenDown"
    from survey_decisions where created_at >= ${from} group by 1
  `.execute(db);
  return new Map(rows.map(({ month, ...decisions }) => [nameOf(month), decisions]));
}

async function countRejections(db: Database, from: Date) {
  const { rows } = await sql<ReasonCount>`
    select reason, count(*)::int as count from survey_decisions
    where status = 'unpublish' and created_at >= ${from} group by 1
  `.execute(db);
  return withAll(rejectionReasons, rows);
}

async function countHidings(db: Database, from: Date) {
  const { rows } = await sql<ReasonCount>`
    select hidden_reason as reason, count(*)::int as count from comments
    where hidden_at is not null and deleted_at is null and hidden_at >= ${from} group by 1
  `.execute(db);
  return withAll(hidingReasons, rows);
}

interface ReasonCount {
  reason: string | null;
  count: number;
}

/** Also the reasons that nobody gave, and last, as null, none of them. */
function withAll<Reason extends string>(reasons: readonly Reason[], counts: ReasonCount[]) {
  return [...reasons, null].map((reason) => ({
    reason,
    count: counts.find((row) => row.reason === reason)?.count ?? 0,
  }));
}

/** Comments that are hidden now, by when that was. Whoever deletes their own leaves none. */
async function countHidden(db: Database, from: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: Date; hidden: number }>`
    select ${monthOf("hidden_at")} as month, count(*)::int as hidden
    from comments
    where hidden_at is not null and deleted_at is null and hidden_at >= ${from} group by 1
  `.execute(db);
  return new Map(rows.map(({ month, hidden }) => [nameOf(month), hidden]));
}

async function countSetAside(
  db: Database,
  time: "created_at" | "restored_at",
): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: Date; votes: number }>`
    select ${monthOf(time)} as month, sum(votes)::int as votes
    from set_asides where ${sql.ref(time)} is not null group by 1
  `.execute(db);
  return new Map(rows.map(({ month, votes }) => [nameOf(month), votes]));
}
