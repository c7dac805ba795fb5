import { sql } from "kysely";
import type { Database } from "./connect.ts";

interface Titled {
  surveyId: string;
  surveyorId: string;
  status: string;
  title: string;
  language: string;
}

/**
 * Titles of surveys for this reader. A survey that was taken down may have been changed since, which no
 * admin has read: everybody but its surveyor gets what was published last.
 */
export async function withApprovedTitles<Row extends Titled>(
  db: Database,
  readerId: string,
  rows: Row[],
): Promise<Row[]> {
  const down = rows.filter((row) => row.status !== "published" && row.surveyorId !== readerId);
  if (down.length === 0) return rows;
  const ids = down.map(({ surveyId }) => surveyId);
  const decisions = await db
    .selectFrom("survey_decisions")
    .distinctOn("survey_id")
    .select(["survey_id", "title", "language"])
    .where("survey_id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("survey_id")
    .orderBy(sql`status = 'published'`, "desc")
    .orderBy("created_at", "desc")
    .execute();
  const approved = new Map(decisions.map(({ survey_id, ...text }) => [survey_id, text]));
  return rows.map((row) => (down.includes(row) ? { ...row, ...approved.get(row.surveyId) } : row));
}
