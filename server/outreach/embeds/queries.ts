import type { Database } from "../../database/connect.ts";
import { findPublic } from "../../surveys/survey/queries.ts";

export type EmbeddedSurvey = NonNullable<Awaited<ReturnType<typeof findPublic>>>;

/** What everybody may see of a survey, if other sites may show it. */
export async function findEmbedded(db: Database, id: string): Promise<EmbeddedSurvey | undefined> {
  const survey = await findPublic(db, id);
  return survey?.embeddable ? survey : undefined;
}

/** Whether there is such a survey, published or not. */
export async function exists(db: Database, id: string): Promise<boolean> {
  const found = await db.selectFrom("surveys").select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}
