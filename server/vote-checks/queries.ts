import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

interface Check {
  surveyId: string;
  receipt: string;
  outcome: "found" | "mismatch";
}

/** The choice with which this person's own vote is in the record of a published survey. */
export async function findOwnEntry(
  db: Database,
  { surveyId, userId, receipt }: { surveyId: string; userId: string; receipt: string },
) {
  return db
    .selectFrom("votes as v")
    .innerJoin("record_entries as e", (join) =>
      join.onRef("e.survey_id", "=", "v.survey_id").onRef("e.receipt", "=", "v.receipt"),
    )
    .select("e.vote")
    .where("v.survey_id", "=", surveyId)
    .where("e.survey_id", "=", surveyId)
    .where("v.user_id", "=", userId)
    .where("v.receipt", "=", receipt)
    .executeTakeFirst();
}

/** What the record has under this receipt. */
export async function findEntry(db: Database, surveyId: string, receipt: string) {
  return db
    .selectFrom("record_entries")
    .select("vote")
    .select(sql<string | null>`encode(commitment, 'hex')`.as("commitment"))
    .where("survey_id", "=", surveyId)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
}

/** Counts it once; a mismatch also if the same vote was found before. Returns whether it counted. */
export async function addCheck(db: Database, check: Check): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { surveyId: survey_id, receipt, outcome } = check;
    const added = await trx
      .insertInto("vote_checks")
      .values({ survey_id, receipt, outcome })
      .onConflict((conflict) => conflict.columns(["survey_id", "receipt"]).doNothing())
      .executeTakeFirst();
    const isNew = added.numInsertedOrUpdatedRows === 1n;
    if (!isNew && outcome === "found") return false;
    if (!isNew && !(await turnIntoMismatch(trx, check))) return false;
    await trx
      .updateTable("survey_tallies")
      .set(({ eb }) => ({
        checked: eb("checked", "+", isNew ? 1 : 0),
        mismatched: eb("mismatched", "+", outcome === "mismatch" ? 1 : 0),
      }))
      .where("survey_id", "=", survey_id)
      .execute();
    return true;
  });
}

async function turnIntoMismatch(db: Database, { surveyId, receipt }: Check): Promise<boolean> {
  const changed = await db
    .updateTable("vote_checks")
    .set({ outcome: "mismatch" })
    .where("survey_id", "=", surveyId)
    .where("receipt", "=", receipt)
    .where("outcome", "=", "found")
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
