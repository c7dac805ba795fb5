import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

/**
 * For an operator whose key of waiting ballots is lost for good. They are gone; their survey goes on, or
 * is counted, without them. Returns how many, or null if it is no such survey.
 */
export async function giveUpBallots(db: Database, surveyId: string): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      select 1 from ballot_keys as k join surveys as s on s.id = k.survey_id
      where k.survey_id = ${surveyId} and s.id = ${surveyId}
        and s.counting = 'closing' for update of k
    `.execute(trx);
    if (rows.length === 0) return null;
    const { numDeletedRows } = await trx
      .deleteFrom("sealed_ballots")
      .where("survey_id", "=", surveyId)
      .executeTakeFirst();
    const given = Number(numDeletedRows);
    await trx
      .updateTable("ballot_keys")
      .set((eb) => ({ seal_hash: null, waiting_at_edit: 0, given_up: eb("given_up", "+", given) }))
      .where("survey_id", "=", surveyId)
      .execute();
    return given;
  });
}
