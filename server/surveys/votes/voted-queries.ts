import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

/** Whether any of these people has voted on the survey, or reacted to it. */
export async function haveActed(
  db: Database,
  table: "votes" | "reactions",
  surveyId: string,
  userIds: string[],
): Promise<boolean> {
  if (userIds.length === 0) return false;
  const row = await db
    .selectFrom(table)
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The surveys among these on which this person has voted, or had a ballot paper. */
export async function findVoted(
  db: Database,
  userId: string,
  surveyIds: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("votes")
    .select("survey_id")
    .where("survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .where("user_id", "=", userId)
    .unionAll((eb) =>
      eb
        .selectFrom("ballot_papers")
        .select("survey_id")
        .where("survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
        .where("user_id", "=", userId),
    )
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}
