import { sql } from "kysely";
import type { AuditAction } from "../../contract/audit.ts";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import type { AuditState } from "../database/schema.ts";
import { findTitles } from "../surveys/queries.ts";

export interface AuditEntry {
  id: string;
  /** Null for a command on the server itself. */
  actorId: string | null;
  action: AuditAction;
  subject:
    | { kind: "user" | "survey" | "message"; id: string }
    | { kind: "comment"; id: string; surveyId: string };
  before: AuditState;
  after: AuditState;
}

/** Must be called inside the transaction of the change that it records. */
export async function recordAudit(trx: Database, entry: AuditEntry): Promise<void> {
  const { subject } = entry;
  await trx
    .insertInto("audit_log")
    .values({
      id: entry.id,
      actor_id: entry.actorId,
      action: entry.action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      survey_id: subject.kind === "comment" ? subject.surveyId : null,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
    })
    .execute();
}

export async function listAudit(db: Database, action: AuditAction | undefined, page: PageRequest) {
  let query = db
    .selectFrom("audit_log as a")
    .leftJoin("users as actor", "actor.id", "a.actor_id")
    .leftJoin("users as person", (join) =>
      join.onRef("person.id", "=", "a.subject_id").on("a.subject_kind", "=", "user"),
    )
    .leftJoin("contact_messages as message", (join) =>
      join.onRef("message.id", "=", "a.subject_id").on("a.subject_kind", "=", "message"),
    )
    .select(["a.id", "a.action", "a.before", "a.after", "a.created_at"])
    .select(["a.subject_kind as subjectKind", "a.subject_id as subjectId"])
    .select(["a.actor_id as actorId", "person.username", "message.name as sender"])
    .select([sql<string>`coalesce(a.survey_id, a.subject_id)`.as("surveyId")])
    .select(sql<string>`coalesce(actor.username, '')`.as("actor"))
    .select(isoTime("a.created_at").as("timestamp"));
  if (action) query = query.where("a.action", "=", action);
  const { items, next } = await readPage(db, query, { by: "created_at", id: "id" }, page);
  // A second query: for a join, Citus would fetch every survey to the coordinator.
  const titles = await findTitles(
    db,
    items.map(({ surveyId }) => surveyId),
  );
  const named = items.map((item) => ({
    ...item,
    subject: item.username ?? item.sender ?? titles.get(item.surveyId) ?? "",
  }));
  return { items: named, next };
}

/** True if an earlier run of the same call has already made its change. */
export async function isRecorded(trx: Database, id: string): Promise<boolean> {
  const entry = await trx
    .selectFrom("audit_log")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return entry !== undefined;
}
