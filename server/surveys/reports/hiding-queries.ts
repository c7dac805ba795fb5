import { sql } from "kysely";
import type { HidingReason } from "../../../contract/survey-status.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { writeAudit } from "../../people/audit/queries.ts";
import { addNotices, removeNotice } from "../../people/notices/queries.ts";
import { type AdminAction, type CommentKey, closeReports } from "./queries.ts";

interface Hiding extends AdminAction, CommentKey {
  hidden: boolean;
  reason: HidingReason | null;
  message: string;
}

/** Hides a comment or shows it again, and closes the reports on it. */
export async function setHidden(
  db: Database,
  { key, adminId, surveyId, commentId, hidden, reason, message }: Hiding,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const comment = await trx
      .selectFrom("comments")
      .select(["user_id", "hidden_at", "deleted_at"])
      .where("survey_id", "=", surveyId)
      .where("id", "=", commentId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!comment || comment.deleted_at) return "missing";
    const wasHidden = comment.hidden_at !== null;
    await closeReports(trx, surveyId, commentId);
    if (wasHidden === hidden) return "done";
    await trx
      .updateTable("comments")
      .set({
        hidden_at: hidden ? sql<Date>`now()` : null,
        hidden_reason: hidden ? reason : null,
        hidden_message: hidden ? message : "",
      })
      .where("survey_id", "=", surveyId)
      .where("id", "=", commentId)
      .execute();
    if (hidden) {
      // Without the words, which are for other admins.
      const notice = { id: commentId, kind: "hidden", surveyId, reason } as const;
      await addNotices(trx, [comment.user_id], notice);
    } else {
      await removeNotice(trx, comment.user_id, commentId);
    }
    await writeAudit(trx, {
      id: key,
      actorId: adminId,
      action: hidden ? "comment.hide" : "comment.show",
      subject: { kind: "comment", id: commentId, surveyId },
      before: { hidden: wasHidden },
      after: {
        hidden,
        ...(hidden && reason && { reason }),
        ...(hidden && message && { enteredMessage: message }),
      },
    });
    return "done";
  });
}

/** Hidden comments and answers, last hidden first. */
export async function listHidden(db: Database, page: PageRequest) {
  const query = db
    .selectFrom("comments as c")
    .innerJoin("surveys as s", "s.id", "c.survey_id")
    .innerJoin("users as author", "author.id", "c.user_id")
    .select(["c.id", "c.survey_id as surveyItemId", "s.title", "s.language"])
    .select(["c.text", "c.hidden_at", "c.hidden_reason as reason", "c.hidden_message as message"])
    .select(["author.username as author", isoTime("c.hidden_at").as("timestamp")])
    .where("c.hidden_at", "is not", null)
    .where("c.deleted_at", "is", null);
  return readPage(db, query, { by: "hidden_at", id: "id" }, page);
}
