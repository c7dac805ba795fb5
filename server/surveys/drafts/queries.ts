import { sql } from "kysely";
import { DRAFTS_MAX } from "../../../contract/drafts.ts";
import type { SurveyDraft } from "../../../contract/survey-draft.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import type { Outcome } from "../../database/outcome.ts";
import { holdToCount } from "../../people/users/hold-queries.ts";

/** All of them: there are few. */
export async function listDrafts(db: Database, userId: string) {
  return db
    .selectFrom("survey_drafts")
    .select("id")
    .select(sql<string>`content->>'title'`.as("title"))
    .select(sql<string>`content->>'language'`.as("language"))
    .select(sql<boolean>`content ? 'surveyRevision'`.as("ofSurvey"))
    .select(isoTime("updated_at").as("timestamp"))
    .where("user_id", "=", userId)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
}

export async function findDraft(db: Database, userId: string, id: string) {
  return db
    .selectFrom("survey_drafts")
    .select(["content", "revision", isoTime("updated_at").as("timestamp")])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

interface Saved {
  userId: string;
  id: string;
  content: SurveyDraft;
  /** The one that was read; 0 of a new draft. */
  revision: number;
}

/** Refused if it was saved or deleted elsewhere meanwhile. Repeated, it finds its own content. */
export async function saveDraft(db: Database, draft: Saved): Promise<Outcome> {
  const { userId, id, revision } = draft;
  const content = JSON.stringify(draft.content);
  const { numUpdatedRows } = await db
    .updateTable("survey_drafts")
    .set({ content, revision: revision + 1, updated_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where(
      sql<boolean>`(revision = ${revision}
        or revision = ${revision + 1} and content = ${content}::jsonb)`,
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return "done";
  return revision === 0 ? addDraft(db, { userId, id, content }) : { refused: "draft.changed" };
}

async function addDraft(
  db: Database,
  { userId, id, content }: { userId: string; id: string; content: string },
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    if (!(await holdToCount(trx, userId))) return { refused: "unauthenticated" };
    const others = await trx
      .selectFrom("survey_drafts")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "<>", id)
      .execute();
    if (others.length >= DRAFTS_MAX) return { refused: "draft.too-many" };
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto("survey_drafts")
      .values({ user_id: userId, id, content })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added === 1n ? "done" : { refused: "draft.changed" };
  });
}

/** False if there is none. */
export async function deleteDraft(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("survey_drafts")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
