import { sql } from "kysely";
import type { NewsKind, Notice } from "../../../contract/notices.ts";
import { withApprovedTitles } from "../../database/approved-titles.ts";
import type { Database } from "../../database/connect.ts";
import { BOUNCES_MAX } from "../outbox/queries.ts";

// More would be cut off by mail programs; the bell has the others.
const PIECES_MAX = 30;

/** Whether somebody still wants news by mail, and mails reach them: only at an address that is theirs. */
export async function wantsNews(db: Database, userId: string): Promise<boolean> {
  const reader = await db
    .selectFrom("users as u")
    .innerJoin("identity.user as account", "account.email", "u.email")
    .select("u.id")
    .where("u.id", "=", userId)
    .where("u.news_rhythm", "<>", "never")
    .where("u.bounces", "<", BOUNCES_MAX)
    .where("u.locked_at", "is", null)
    .where("account.emailVerified", "=", true)
    .executeTakeFirst();
  return reader !== undefined;
}

/** Of these notices, those that were not read in the bell meanwhile, newest first. */
export async function findUnread(db: Database, userId: string, ids: string[]) {
  const rows = await db
    .selectFrom("notices as n")
    .innerJoin("surveys as s", "s.id", "n.survey_id")
    .select(["n.kind", "n.message", "s.id as surveyId", "s.title", "s.language"])
    .select(["s.surveyor_id as surveyorId", "s.status"])
    .where("n.user_id", "=", userId)
    .where("n.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("n.read_at", "is", null)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(PIECES_MAX)
    .$narrowType<{ kind: NewsKind | Exclude<Notice["kind"], "published" | "unpublish"> }>()
    .execute();
  return withApprovedTitles(db, userId, rows);
}
