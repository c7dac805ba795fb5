import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

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
  const [time, id] = after?.split("_") ?? [];
  if (time && id) {
    query = query.where(sql<boolean>`(created_at, id) < (${new Date(Number(time))}, ${id}::uuid)`);
  }
  const rows = await query.execute();
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    messages: page.map(({ created_at, ...message }) => ({
      ...message,
      timestamp: created_at.toISOString(),
    })),
    older: rows.length > PAGE_SIZE && last ? `${last.created_at.getTime()}_${last.id}` : null,
  };
}
