import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

export interface WaitingMail {
  id: string;
  sealed: Buffer;
  createdAt: Date;
  tries: number;
}

/** Repeating the same id changes nothing. */
export async function addMail(db: Database, id: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto("waiting_mails")
    .values({ id, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Mails that are due, for this server alone until `leaseMs` have passed. */
export async function takeMails(
  db: Database,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<WaitingMail[]> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("waiting_mails")
      .select("id")
      .where("due_at", "<=", sql<Date>`now()`)
      .orderBy("due_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    return trx
      .updateTable("waiting_mails")
      .set({ due_at: fromNow(leaseMs), tries: sql<number>`tries + 1` })
      .where("id", "=", sql<string>`any(${due.map(({ id }) => id)}::uuid[])`)
      .returning(["id", "sealed", "created_at as createdAt", "tries"])
      .execute();
  });
}

export async function delayMail(db: Database, id: string, ms: number): Promise<void> {
  await db
    .updateTable("waiting_mails")
    .set({ due_at: fromNow(ms) })
    .where("id", "=", id)
    .execute();
}

export async function deleteMail(db: Database, id: string): Promise<void> {
  await db.deleteFrom("waiting_mails").where("id", "=", id).execute();
}

function fromNow(ms: number) {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
}
