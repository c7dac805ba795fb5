import { type RawBuilder, sql } from "kysely";
import type { AuditAction } from "../../../contract/audit.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { olderThan, type PageRequest, readPage } from "../../database/keyset.ts";
import { hasWords, searchWords } from "../../database/search-words.ts";
import type { AuditState } from "../../database/tables/audit.ts";

export interface AuditEntry {
  id: string;
  /** Null for a command on the server itself. */
  actorId: string | null;
  action: AuditAction;
  subject:
    | { kind: "user" | "survey" | "message" | "site"; id: string }
    | { kind: "comment"; id: string; surveyId: string };
  before: AuditState;
  after: AuditState;
}

/** Must be called inside the transaction of the change that it records. */
export async function writeAudit(trx: Database, entry: AuditEntry): Promise<void> {
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

interface AuditFilter {
  action?: AuditAction | undefined;
  /** Words of a name or an address. */
  person?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

// Each costs two look-ups in an index. Of more people, those who registered last; whoever finds too
// many adds a word.
const PEOPLE_MAX = 50;

/**
 * The newest entries of each person whose name or address has these words, as the one who acted and
 * as the one acted on, as many as a page may need. PostgreSQL would otherwise read all that
 * a busy admin has ever done.
 */
function entriesOf(words: string, isFiltered: RawBuilder<boolean>, { after, limit }: PageRequest) {
  const newest = (column: "actor_id" | "subject_id") => sql`
    select e.* from people as p cross join lateral (
      select a.id, a.created_at from audit_log as a
      where ${sql.ref(`a.${column}`)} = p.id and ${isFiltered}
        and ${olderThan(after, "a.created_at", "a.id")}
      order by a.created_at desc, a.id desc limit ${limit + 1}
    ) as e`;
  return sql<string>`(
    with people as materialized (
      select u.id from users as u where u.deleted_at is null and ${hasWords("u.search", words)}
      order by u.created_at desc, u.id desc limit ${sql.lit(PEOPLE_MAX)}
    )
    select id from (${newest("actor_id")} union ${newest("subject_id")}) as entry
    order by created_at desc, id desc limit ${limit + 1}
  )`;
}

export async function listAudit(
  db: Database,
  { action, person, from, until }: AuditFilter,
  page: PageRequest,
) {
  const words = searchWords(person ?? "");
  const isFiltered = sql<boolean>`${action ? sql`a.action = ${action}` : sql`true`}
    and ${from ? sql`a.created_at >= ${new Date(from)}` : sql`true`}
    and ${until ? sql`a.created_at < ${new Date(until)}` : sql`true`}`;
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
    .select(isoTime("a.created_at").as("timestamp"))
    .where(isFiltered);
  if (words) query = query.where("a.id", "in", entriesOf(words, isFiltered, page));
  const { items, next } = await readPage(db, query, { by: "created_at", id: "id" }, page);
  // A second query: for a join, Citus would fetch every survey to the coordinator.
  const surveys = await findTitles(
    db,
    items.map(({ surveyId }) => surveyId),
  );
  const named = items.map((item) => ({
    ...item,
    subject: item.username ?? item.sender ?? surveys.get(item.surveyId)?.title ?? "",
    subjectLanguage: surveys.get(item.surveyId)?.language ?? null,
  }));
  return { items: named, next };
}

/** True if an earlier run of the same call has already made its change. */
export async function isAudited(trx: Database, id: string): Promise<boolean> {
  const entry = await trx
    .selectFrom("audit_log")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return entry !== undefined;
}

/** The titles of the surveys among these ids, and their languages. */
async function findTitles(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom("surveys")
    .select(["id", "title", "language"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...written }) => [id, written]));
}
