import { sql } from "kysely";
import { NEWEST_REPORTS } from "../../contract/reports.ts";
import { isRecorded, recordAudit } from "../audit/queries.ts";
import type { Database } from "../database/connect.ts";
import { countUpTo } from "../database/count-up-to.ts";
import { isoTime } from "../database/iso-time.ts";
import { cutPage, olderThan, type PageRequest } from "../database/keyset.ts";
import type { Outcome } from "../database/outcome.ts";

interface CommentKey {
  surveyId: string;
  commentId: string;
}

/** One report per person and comment: a second one changes nothing and gets the first one's id. */
export async function reportComment(
  db: Database,
  report: CommentKey & { id: string; userId: string; text: string },
): Promise<Outcome<{ insertedId: string }>> {
  const { surveyId, commentId, id, userId, text } = report;
  const { rows } = await sql<{ id: string }>`
    insert into reports (survey_id, id, comment_id, user_id, text)
    select c.survey_id, ${id}::uuid, c.id, ${userId}::uuid, ${text}
    from comments as c join surveys as s on s.id = c.survey_id and s.status = 'published'
    where c.survey_id = ${surveyId} and c.id = ${commentId} and c.hidden_at is null
    on conflict (survey_id, comment_id, user_id) do update set text = reports.text
    returning id
  `.execute(db);
  return rows[0] ? { insertedId: rows[0].id } : "missing";
}

interface ReportedRow {
  id: string;
  surveyItemId: string;
  title: string;
  status: "pending" | "published" | "unpublish" | "withdrawn";
  question: string;
  comment: { id: string; text: string; author: string; hidden: boolean } | null;
  openReports: number;
  last: Date;
  lastReported: string;
}

/**
 * Surveys and comments with open reports, most recently reported first. It reads all open reports,
 * from an index that contains only those.
 */
export async function listReported(db: Database, { after, limit }: PageRequest) {
  const { rows } = await sql<ReportedRow>`
    with open_items as (
      select coalesce(comment_id, survey_id) as id, survey_id, comment_id,
        count(*)::int as count, max(created_at) as last
      from reports where closed_at is null group by survey_id, comment_id
    ), item as materialized (
      select * from open_items
      where ${olderThan(after, "last", "id")}
      order by last desc, id desc limit ${limit + 1}
    )
    select item.id, s.id as "surveyItemId", s.title, s.status, s.question,
      item.count as "openReports", item.last, ${isoTime("item.last")} as "lastReported",
      case when c.id is not null then json_build_object('id', c.id, 'text', c.text,
        'author', author.username, 'hidden', c.hidden_at is not null) end as comment
    from item
    join surveys as s on s.id = item.survey_id
    left join comments as c on c.survey_id = s.id and c.id = item.comment_id
    left join users as author on author.id = c.user_id
    order by item.last desc, item.id desc
  `.execute(db);
  const { items, next } = cutPage(rows, limit, { by: "last", id: "id" });
  const newest = await listNewestReports(
    db,
    items.map(({ surveyItemId }) => surveyItemId),
  );
  return {
    items: items.map((item) => ({
      ...item,
      reports: newest.filter(({ itemId }) => itemId === item.id),
    })),
    next,
  };
}

/** How many surveys and comments have open reports, counted up to `most`. */
export async function countReported(db: Database, most: number): Promise<number> {
  const open = db
    .selectFrom("reports")
    .select(["survey_id", "comment_id"])
    .distinct()
    .where("closed_at", "is", null);
  return countUpTo(db, open, most);
}

/** The newest open reports on these surveys and on each of their comments, newest first. */
async function listNewestReports(db: Database, surveyIds: string[]) {
  const { rows } = await sql<{
    itemId: string;
    id: string;
    text: string;
    by: string;
    timestamp: string;
  }>`
    select coalesce(r.comment_id, r.survey_id) as "itemId", r.id, r.text, u.username as by,
      ${isoTime("r.created_at")} as timestamp
    from (
      select *, row_number() over (
        partition by survey_id, comment_id order by created_at desc
      ) as place
      from reports where survey_id = any(${surveyIds}::uuid[]) and closed_at is null
    ) as r
    join users as u on u.id = r.user_id
    where r.place <= ${NEWEST_REPORTS}
    order by r.created_at desc
  `.execute(db);
  return rows;
}

/** An admin's answer to reports. `key` makes it happen only once. */
interface AdminAction {
  key: string;
  adminId: string;
}

/** Closes these reports. Returns how many were still open. */
export async function dismissReports(
  db: Database,
  { key, adminId, surveyId, reportIds }: AdminAction & { surveyId: string; reportIds: string[] },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (await isRecorded(trx, key)) return reportIds.length;
    const { numUpdatedRows } = await trx
      .updateTable("reports")
      .set({ closed_at: sql<Date>`now()` })
      .where("survey_id", "=", surveyId)
      .where("id", "in", reportIds)
      .where("closed_at", "is", null)
      .executeTakeFirst();
    const dismissed = Number(numUpdatedRows);
    if (dismissed === 0) return 0;
    await recordAudit(trx, {
      id: key,
      actorId: adminId,
      action: "reports.dismiss",
      subject: { kind: "survey", id: surveyId },
      before: { open: dismissed },
      after: { open: 0 },
    });
    return dismissed;
  });
}

/** Hides a comment or shows it again, and closes the reports on it. */
export async function setHidden(
  db: Database,
  { key, adminId, surveyId, commentId, hidden }: AdminAction & CommentKey & { hidden: boolean },
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const comment = await trx
      .selectFrom("comments")
      .select("hidden_at")
      .where("survey_id", "=", surveyId)
      .where("id", "=", commentId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!comment) return "missing";
    const wasHidden = comment.hidden_at !== null;
    await closeReports(trx, surveyId, commentId);
    if (wasHidden === hidden) return "done";
    await trx
      .updateTable("comments")
      .set({ hidden_at: hidden ? sql<Date>`now()` : null })
      .where("survey_id", "=", surveyId)
      .where("id", "=", commentId)
      .execute();
    await recordAudit(trx, {
      id: key,
      actorId: adminId,
      action: hidden ? "comment.hide" : "comment.show",
      subject: { kind: "comment", id: commentId, surveyId },
      before: { hidden: wasHidden },
      after: { hidden },
    });
    return "done";
  });
}

/** Closes the reports on a survey that an admin has taken down. */
export async function closeSurveyReports(trx: Database, surveyId: string): Promise<void> {
  await closeReports(trx, surveyId, null);
}

async function closeReports(
  trx: Database,
  surveyId: string,
  commentId: string | null,
): Promise<void> {
  await trx
    .updateTable("reports")
    .set({ closed_at: sql<Date>`now()` })
    .where("survey_id", "=", surveyId)
    .where("comment_id", "is not distinct from", commentId)
    .where("closed_at", "is", null)
    .execute();
}
