import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { cutPage, readPageEnd } from "../database/keyset.ts";

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

// As many as anybody reads in one go.
const PAGE_SIZE = 25;

export async function listMessages(db: Database, after?: string) {
  let query = db
    .selectFrom("contact_messages")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(PAGE_SIZE + 1);
  if (after) {
    const { value, id } = readPageEnd(after);
    query = query.where(sql<boolean>`(created_at, id) < (${new Date(value)}, ${id}::uuid)`);
  }
  const page = cutPage(await query.execute(), PAGE_SIZE, (row) => row.created_at.getTime());
  return {
    messages: page.rows.map(({ created_at, ...message }) => ({
      ...message,
      timestamp: created_at.toISOString(),
    })),
    older: page.next,
  };
}
