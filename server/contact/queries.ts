import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";

export interface NewMessage {
  id: string;
  name: string;
  email: string;
  message: string;
}

/** False if this message exists already. */
export async function addMessage(db: Database, message: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("contact_messages")
    .values(message)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** For a person whose account is deleted. */
export async function deleteMessages(trx: Database, email: string): Promise<void> {
  await trx.deleteFrom("contact_messages").where("email", "=", email).execute();
}

export async function listMessages(db: Database, page: PageRequest) {
  const query = db
    .selectFrom("contact_messages")
    .selectAll()
    .select(isoTime("created_at").as("timestamp"));
  return readPage(db, query, { by: "created_at", id: "id" }, page);
}
