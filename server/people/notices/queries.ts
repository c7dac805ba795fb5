import { sql } from "kysely";
import type { Rhythm } from "../../../contract/follows.ts";
import { type AccountNotice, type Notice, newsKinds } from "../../../contract/notices.ts";
import type { Reason } from "../../../contract/survey-status.ts";
import { withApprovedTitles } from "../../database/approved-titles.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { nextMailAt } from "./rules.ts";

interface NewNotice {
  id: string;
  kind: Notice["kind"] | AccountNotice["kind"];
  /** Null if it concerns the person's role. */
  surveyId?: string | null;
  /** What an admin wrote to them, and why. */
  message?: string;
  reason?: Reason | null;
}

/** Those that go into mails of news. Of the others, there is a mail of their own or none. */
const mailed: string[] = [...newsKinds, "answer", "set-aside", "restored"];

/**
 * Tells people something, in the transaction of the change that it reports. A person has at most one
 * notice with this id, and a deleted person gets none.
 */
export async function addNotices(
  trx: Database,
  userIds: string[],
  { id, kind, surveyId = null, message = "", reason = null }: NewNotice,
): Promise<void> {
  if (userIds.length === 0) return;
  const now = new Date();
  const dueAt = (rhythm: Rhythm) => (mailed.includes(kind) ? nextMailAt(rhythm, now) : null);
  // Each choice is compared by itself: Citus writes `case rhythm when …` wrongly for its workers.
  await sql`
    insert into notices (user_id, id, kind, survey_id, message, reason, due_at)
    select u.id, ${id}, ${kind}, ${surveyId}::uuid, ${message}, ${reason}, case
      when u.news_rhythm = 'at-once' then ${dueAt("at-once")}::timestamptz
      when u.news_rhythm = 'daily' then ${dueAt("daily")}::timestamptz
      when u.news_rhythm = 'weekly' then ${dueAt("weekly")}::timestamptz end
    from users as u where u.id = any(${userIds}::uuid[]) and u.deleted_at is null
    order by u.id
  `.execute(trx);
}

/** What it says is no longer so. */
export async function removeNotice(trx: Database, userId: string, id: string): Promise<void> {
  await trx.deleteFrom("notices").where("user_id", "=", userId).where("id", "=", id).execute();
}

export async function findNotice(db: Database, userId: string, id: string) {
  return db
    .selectFrom("notices")
    .select(["kind", "message"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

// The most that the bell's list shows; older news can be seen with the surveys themselves.
const NEWEST = 20;

function selectNewest(db: Database, userId: string) {
  return db
    .selectFrom("notices as n")
    .select(["n.id", "n.message", isoTime("n.created_at").as("timestamp")])
    .select(sql<boolean>`n.read_at is not null`.as("read"))
    .where("n.user_id", "=", userId)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(NEWEST);
}

/** Notices about surveys. */
export async function listNotices(db: Database, userId: string) {
  const rows = await selectNewest(db, userId)
    .innerJoin("surveys as s", "s.id", "n.survey_id")
    .select(["n.kind", "n.reason", "s.id as surveyId", "s.title", "s.language"])
    .select(["s.surveyor_id as surveyorId", "s.status"])
    // Whoever decides on a survey may take it back before everybody has read of it.
    .where((eb) =>
      eb.or([
        eb("s.status", "=", "published"),
        eb("n.kind", "not in", ["new", "closes-soon", "closed", "corrected"]),
      ]),
    )
    .$narrowType<{ kind: Notice["kind"] }>()
    .execute();
  const notices = await withApprovedTitles(db, userId, rows);
  return notices.map(({ surveyId, ...notice }) => ({ ...notice, surveyItemId: surveyId }));
}

export async function listAccountNotices(db: Database, userId: string) {
  return selectNewest(db, userId)
    .select("n.kind")
    .where("n.survey_id", "is", null)
    .$narrowType<{ kind: AccountNotice["kind"] }>()
    .execute();
}

export async function countUnread(db: Database, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom("notices")
    .select(sql<number>`count(*)::int`.as("unread"))
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Takes a time, so that notices that arrived after the list was read stay unread. */
export async function markRead(db: Database, userId: string, until: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("notices")
    .set({ read_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("created_at", "<=", until)
    .where("read_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
