import { sql } from "kysely";
import type { messageStates } from "../../../contract/contact.ts";
import type { Database } from "../../database/connect.ts";
import { countUpTo } from "../../database/count-up-to.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { isAudited, writeAudit } from "../audit/queries.ts";
import { addMails } from "../outbox/queries.ts";
import { listAdminIds } from "../users/queries.ts";

interface NewMessage {
  id: string;
  name: string;
  email: string;
  message: string;
}

/** Repeating the same id changes nothing. */
export async function addMessage(db: Database, message: NewMessage): Promise<void> {
  const { id } = message;
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("contact_messages")
      .values(message)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    const admins = await listAdminIds(trx);
    await addMails(trx, admins, { kind: "message.received", about: { messageId: id } });
  });
}

/** Undefined if it was deleted, or its reader is no longer an admin who can log in. */
export async function findMessage(db: Database, id: string, adminId: string) {
  if (!(await listAdminIds(db)).includes(adminId)) return undefined;
  return db
    .selectFrom("contact_messages")
    .select(["name", "email", "message"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function listMessages(
  db: Database,
  state: (typeof messageStates)[number] | undefined,
  page: PageRequest,
) {
  let query = db
    .selectFrom("contact_messages as m")
    .leftJoin("users as admin", "admin.id", "m.answered_by")
    .select(["m.id", "m.name", "m.email", "m.message", "m.created_at"])
    .select(["admin.username as answeredBy", isoTime("m.answered_at").as("answeredAt")])
    .select(isoTime("m.created_at").as("timestamp"));
  if (state) query = query.where("m.answered_at", state === "open" ? "is" : "is not", null);
  const { items, next } = await readPage(db, query, { by: "created_at", id: "id" }, page);
  const messages = items.map(({ answeredBy, answeredAt, ...message }) => ({
    ...message,
    answered: answeredAt ? { by: answeredBy ?? "", timestamp: answeredAt } : null,
  }));
  return { items: messages, next };
}

/** How many messages nobody has answered, counted up to `most`. */
export async function countOpenMessages(db: Database, most: number): Promise<number> {
  const open = db.selectFrom("contact_messages").select("id").where("answered_at", "is", null);
  return countUpTo(db, open, most);
}

interface Answer {
  /** Makes it happen only once. */
  key: string;
  adminId: string;
  messageId: string;
  answered: boolean;
}

/** Marks a message as answered, or as open again. */
export async function setAnswered(
  db: Database,
  { key, adminId, messageId, answered }: Answer,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const message = await trx
      .selectFrom("contact_messages")
      .select("answered_at")
      .where("id", "=", messageId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!message) return "missing";
    const wasAnswered = message.answered_at !== null;
    // A repeated call must not undo what happened in between.
    if (wasAnswered === answered || (await isAudited(trx, key))) return "done";
    await trx
      .updateTable("contact_messages")
      .set(
        answered
          ? { answered_at: sql<Date>`now()`, answered_by: adminId }
          : { answered_at: null, answered_by: null },
      )
      .where("id", "=", messageId)
      .execute();
    await writeAudit(trx, {
      id: key,
      actorId: adminId,
      action: answered ? "message.answer" : "message.reopen",
      subject: { kind: "message", id: messageId },
      before: { answered: wasAnswered },
      after: { answered },
    });
    return "done";
  });
}
