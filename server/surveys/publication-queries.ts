import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";

// Less than a second of work.
const AT_ONCE = 200;

/** When an admin published the survey for the first time; undefined if nobody did. */
export async function findFirstPublication(db: Database, id: string): Promise<Date | undefined> {
  const first = await db
    .selectFrom("survey_decisions")
    .select("created_at")
    .where("survey_id", "=", id)
    .where("status", "=", "published")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return first?.created_at;
}

/**
 * Fills the time of publication where a version of the server that did not know the column has
 * published a survey. Two servers may do it at once: both write the same.
 */
export async function fillPublicationTimes(db: Database): Promise<void> {
  while ((await withRetry(() => fillSome(db))) === AT_ONCE);
}

/** Returns how many. */
async function fillSome(db: Database): Promise<number> {
  const surveys = await db
    .selectFrom("surveys")
    .select(["id", "created_at"])
    .where("status", "=", "published")
    .where("published_at", "is", null)
    .limit(AT_ONCE)
    .execute();
  for (const { id, created_at } of surveys) {
    // Surveys from before decisions were kept have the day of sending.
    const published_at = (await findFirstPublication(db, id)) ?? created_at;
    await db
      .updateTable("surveys")
      .set({ published_at })
      .where("id", "=", id)
      .where("published_at", "is", null)
      .execute();
  }
  return surveys.length;
}
