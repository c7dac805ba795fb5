import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { PRO_PRICE } from "../../../contract/payments.ts";
import type { Database } from "../../database/connect.ts";

/** Every pro user paid, after they joined and before their first comment. */
export async function addPayments(db: Database): Promise<void> {
  const pros = await db
    .selectFrom("users as u")
    .leftJoin("comments as c", "c.user_id", "u.id")
    .select([
      "u.id",
      "u.created_at as joined",
      sql<Date>`coalesce(min(c.created_at), now())`.as("by"),
    ])
    .where("u.role", "=", "pro-user")
    .groupBy("u.id")
    .orderBy("u.created_at")
    .execute();
  await db
    .insertInto("payments")
    .values(
      pros.map(({ id, joined, by }, index) => ({
        user_id: id,
        transaction_id: `sandbox_${randomUUID()}`,
        gateway: "sandbox" as const,
        amount: PRO_PRICE * 100,
        currency: "usd",
        created_at: between(joined, by, (index + 1) / (pros.length + 1)),
      })),
    )
    .execute();
}

function between(from: Date, to: Date, share: number): Date {
  return new Date(from.getTime() + (to.getTime() - from.getTime()) * share);
}
