import type { Database } from "../database/connect.ts";
import { cutPage, olderThan } from "../database/keyset.ts";

export interface NewMessage {
  id: string;
  name: string;
  email: string;
  message: string;
}

/** False if this very message is there already. */
export async function addMessage(db: Database, message: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("contact_messages")
    .values(message)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** For somebody whose account is deleted. */
export async function deleteMessages(trx: Database, email: string): Promise<void> {
  await trx.deleteFrom("contact_messages").where("email", "=", email).execute();
}

// As many as anybody reads in one go.
const PAGE_SIZE = 25;

export async function listMessages(db: Database, after?: string) {
  const query = db
    .selectFrom("contact_messages")
    .selectAll()
    .where(olderThan(after, "created_at", "id"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(PAGE_SIZE + 1);
  const page = cutPage(await query.execute(), PAGE_SIZE, (row) => row.created_at.getTime());
  return {
    messages: page.rows.map(({ created_at, ...message }) => ({
      ...message,
      timestamp: created_at.toISOString(),
    })),
    older: page.next,
  };
}
