import { sql } from "kysely";
import { manages, maySeeResults } from "../../../contract/results.ts";
import type { Database } from "../../database/connect.ts";
import { phase } from "../survey/card-queries.ts";

/** Null for a visitor. */
type Reader = { id: string; admin: boolean } | null;

/** Whether this person may see the survey's results; null if it is not published. */
export async function mayReadResults(
  db: Database,
  surveyId: string,
  reader: Reader,
): Promise<boolean | null> {
  const hasVoted = reader
    ? sql<boolean>`exists (
        select 1 from votes where survey_id = ${surveyId} and user_id = ${reader.id})
        or s.ballot = 'secret' and exists (
        select 1 from ballot_papers where survey_id = ${surveyId} and user_id = ${reader.id})`
    : sql<boolean>`false`;
  const rule = await db
    .selectFrom("surveys as s")
    .select(["s.results", "s.counting", "s.surveyor_id as surveyorId", phase.as("phase")])
    .select(hasVoted.as("hasVoted"))
    .where("s.id", "=", surveyId)
    .where("s.status", "=", "published")
    .executeTakeFirst();
  if (!rule) return null;
  const isClosed = rule.phase === "closed";
  return maySeeResults(
    { results: rule.results, isClosed, counting: rule.counting },
    { hasVoted: rule.hasVoted, manages: manages(reader, rule.surveyorId) },
  );
}

export interface Results {
  yes: number;
  no: number;
  /** Only if it is so. */
  closed?: true;
}

/** The results of the published ones among these surveys; null while they are not counted yet. */
export async function readResults(
  db: Database,
  surveyIds: string[],
): Promise<Map<string, Results | null>> {
  const rows = await db
    .selectFrom("survey_tallies as t")
    .innerJoin("surveys as s", "s.id", "t.survey_id")
    .select(["t.survey_id", "t.yes", "t.no", "s.counting", phase.as("phase")])
    .where("t.survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    // For Citus, which finds the machines by it.
    .where("s.id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .where("s.status", "=", "published")
    .execute();
  return new Map(
    rows.map(({ survey_id, yes, no, counting, phase: now }) => {
      const results: Results = now === "closed" ? { yes, no, closed: true } : { yes, no };
      return [survey_id, counting === "closing" ? null : results];
    }),
  );
}
