import { type RawBuilder, sql } from "kysely";
import { NEWEST_REPORTS, type ReportedItem } from "../../../contract/reports.ts";
import type { Database } from "../../database/connect.ts";
import { countUpTo } from "../../database/count-up-to.ts";
import { isoTime } from "../../database/iso-time.ts";
import { cutPage, olderThan, type PageRequest } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { isAudited, writeAudit } from "../../people/audit/queries.ts";

export interface CommentKey {
  surveyId: string;
  commentId: string;
}

interface NewReport {
  id: string;
  surveyId: string;
  userId: string;
  text: string;
}

/** Reports a published survey. */
export async function reportSurvey(db: Database, report: NewReport) {
  const { surveyId, id, userId, text } = report;
  return addReport(
    db,
    { ...report, commentId: null },
    sql`
    insert into reports (survey_id, id, user_id, text, separate)
    select s.id, ${id}::uuid, ${userId}::uuid, ${text}, true
    from surveys as s where s.id = ${surveyId} and s.status = 'published'`,
  );
}

/** Reports a comment or answer that everybody can see, and keeps its words. */
export async function reportComment(db: Database, report: NewReport & CommentKey) {
  const { surveyId, commentId, id, userId, text } = report;
  return addReport(
    db,
    report,
    sql`
    insert into reports (survey_id, id, comment_id, user_id, text, about)
    select c.survey_id, ${id}::uuid, c.id, ${userId}::uuid, ${text}, c.text
    from comments as c join surveys as s on s.id = c.survey_id and s.status = 'published'
    where c.survey_id = ${surveyId} and c.id = ${commentId} and c.hidden_at is null`,
  );
}

/**
 * One open report per person and thing: while it is open, a second one changes nothing and gets
 * the first one's id. Once an admin has closed it, the person can report the thing again.
 */
async function addReport(
  db: Database,
  { surveyId, commentId, userId }: NewReport & { commentId: string | null },
  insert: RawBuilder<unknown>,
): Promise<Outcome<{ insertedId: string }>> {
  const { rows } = await sql<{ id: string }>`
    ${insert}
    on conflict (survey_id, comment_id, user_id) do update set id = excluded.id,
      text = excluded.text, about = excluded.about, separate = excluded.separate,
      created_at = excluded.created_at, closed_at = null
    where reports.closed_at is not null
    returning id
  `.execute(db);
  const report = rows[0] ?? (await findOpen(db, { surveyId, commentId, userId }));
  return report ? { insertedId: report.id } : "missing";
}

async function findOpen(
  db: Database,
  { surveyId, commentId, userId }: { surveyId: string; commentId: string | null; userId: string },
) {
  return db
    .selectFrom("reports")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("comment_id", commentId === null ? "is" : "=", commentId)
    .where("user_id", "=", userId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

interface ReportedRow {
  id: string;
  surveyItemId: string;
  title: string;
  language: string;
  status: "pending" | "published" | "unpublish" | "withdrawn";
  question: string;
  comment: ReportedItem["comment"];
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
    select item.id, s.id as "surveyItemId", s.title, s.language, s.status, s.question,
      item.count as "openReports", item.last, ${isoTime("item.last")} as "lastReported",
      case when c.id is not null then json_build_object('id', c.id, 'text', c.text,
        'author', author.username, 'hidden', c.hidden_at is not null,
        'deleted', c.deleted_at is not null) end as comment
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
    withVote: boolean;
    about: string | null;
  }>`
    select coalesce(r.comment_id, r.survey_id) as "itemId", r.id, r.text, u.username as by,
      r.comment_id is null and not r.separate as "withVote",
      ${isoTime("r.created_at")} as timestamp, nullif(r.about, c.text) as about
    from (
      select *, row_number() over (
        partition by survey_id, comment_id order by created_at desc
      ) as place
      from reports where survey_id = any(${surveyIds}::uuid[]) and closed_at is null
    ) as r
    join users as u on u.id = r.user_id
    left join comments as c on c.survey_id = r.survey_id and c.id = r.comment_id
    where r.place <= ${NEWEST_REPORTS}
    order by r.created_at desc
  `.execute(db);
  return rows;
}

/** An admin's answer to reports. `key` makes it happen only once. */
export interface AdminAction {
  key: string;
  adminId: string;
}

/** An admin has decided, so the reported words are no longer needed. */
const closed = { closed_at: sql<Date>`now()`, about: null };

/** Closes these reports. Returns how many were still open. */
export async function dismissReports(
  db: Database,
  { key, adminId, surveyId, reportIds }: AdminAction & { surveyId: string; reportIds: string[] },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (await isAudited(trx, key)) return reportIds.length;
    const { numUpdatedRows } = await trx
      .updateTable("reports")
      .set(closed)
      .where("survey_id", "=", surveyId)
      .where("id", "in", reportIds)
      .where("closed_at", "is", null)
      .executeTakeFirst();
    const dismissed = Number(numUpdatedRows);
    if (dismissed === 0) return 0;
    await writeAudit(trx, {
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

/** Closes the reports on a survey that an admin has taken down. */
export async function closeSurveyReports(trx: Database, surveyId: string): Promise<void> {
  await closeReports(trx, surveyId, null);
}

export async function closeReports(
  trx: Database,
  surveyId: string,
  commentId: string | null,
): Promise<void> {
  await trx
    .updateTable("reports")
    .set(closed)
    .where("survey_id", "=", surveyId)
    .where("comment_id", "is not distinct from", commentId)
    .where("closed_at", "is", null)
    .execute();
}
