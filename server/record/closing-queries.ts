import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

/**
 * Records of surveys that are closed, with the day of it, once all their votes are entered. Votes
 * are no later than the closing time, and after `settleMs` none is unseen.
 */
export async function findClosing(db: Database, settleMs: number, limit: number) {
  const { rows } = await sql<{ surveyId: string; date: string }>`
    select r.survey_id as "surveyId",
      to_char(s.closes_at at time zone 'UTC', 'YYYY-MM-DD') as date
    from records as r
    join surveys as s on s.id = r.survey_id
    join survey_tallies as t on t.survey_id = r.survey_id
    where not r.closed and r.size > 0 and r.votes = t.votes + t.set_aside
      and s.closes_at <= now() - make_interval(secs => ${settleMs / 1000})
    limit ${limit}
  `.execute(db);
  return rows;
}
