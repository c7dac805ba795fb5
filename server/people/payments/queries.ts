import { sql } from "kysely";
import type { GatewayKind } from "../../../contract/payments.ts";
import { isNormalUser } from "../../../contract/permissions.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { hasWords, searchWords } from "../../database/search-words.ts";
import { addNotices } from "../notices/queries.ts";
import { holdAlone } from "../users/hold-queries.ts";

/**
 * Until the transaction ends, no other one can open an attempt, pay or change a role for them. Somebody
 * who was deleted is found too: their payment is kept.
 */
async function lockPayer(trx: Database, userId: string) {
  await holdAlone(trx, userId);
  return trx
    .selectFrom("users")
    .select(["role", "admin", "deleted_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Has the form of a payment record, so that an export does not have to copy each row. */
function selectPayments(db: Database) {
  return (
    db
      .selectFrom("payments as p")
      .innerJoin("users as u", "u.id", "p.user_id")
      .select(["p.id as _id", "p.transaction_id as transactionId", "p.created_at"])
      .select("u.username as name")
      // A deleted person has no address.
      .select(sql<string>`coalesce(u.email, '')`.as("email"))
      .select(sql<number>`p.amount / 100::float8`.as("price"))
      .select(sql<"pro-user">`'pro-user'`.as("status"))
      .select(isoTime("p.created_at").as("timestamp"))
      .where("p.refunded_at", "is", null)
  );
}

/** The payment by which this person is a pro user. */
export async function findPayment(db: Database, userId: string) {
  return selectPayments(db).where("p.user_id", "=", userId).executeTakeFirst();
}

/** A payment by its transaction id, also one that was refunded. */
export async function findByTransaction(db: Database, transactionId: string) {
  return db
    .selectFrom("payments")
    .select(["id", "user_id as userId", "refunded_at as refundedAt"])
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
}

// If at most this many people match, their payments are looked up. If more match, the newest
// payments are read until a page is full, which happens soon.
const FEW = 1_000;

/** Payments that count, newest first. */
export async function listPayments(db: Database, search: string | undefined, page: PageRequest) {
  const words = searchWords(search ?? "");
  let query = selectPayments(db);
  if (words) {
    const wanted = hasWords("search", words);
    const people = await db
      .selectFrom("users")
      .select("id")
      .where(wanted)
      .limit(FEW + 1)
      .execute();
    const ids = people.map(({ id }) => id);
    query = query.where(
      people.length > FEW ? wanted : sql<boolean>`p.user_id = any(${ids}::uuid[])`,
    );
  }
  return readPage(db, query, { by: "created_at", id: "_id" }, page);
}

const attemptColumns = [
  "id",
  "user_id as userId",
  "transaction_id as transactionId",
  "created_at as createdAt",
] as const;

/** This person's attempt, or a new one if they have none. Null if they have nothing to pay. */
export async function openAttempt(db: Database, userId: string, gateway: GatewayKind) {
  return db.transaction().execute(async (trx) => {
    const person = await lockPayer(trx, userId);
    if (!person || !isNormalUser(person) || (await findPayment(trx, userId))) return null;
    await trx
      .insertInto("payment_attempts")
      .values({ user_id: userId, gateway })
      .onConflict((conflict) => conflict.columns(["user_id", "gateway"]).doNothing())
      .execute();
    return trx
      .selectFrom("payment_attempts")
      .select(attemptColumns)
      .where("user_id", "=", userId)
      .where("gateway", "=", gateway)
      .executeTakeFirstOrThrow();
  });
}

/** Stores which intent the provider created for an attempt, unless it was closed meanwhile. */
export async function saveTransactionId(
  db: Database,
  attemptId: string,
  transactionId: string,
): Promise<"done" | "missing"> {
  const { numUpdatedRows } = await db
    .updateTable("payment_attempts")
    .set({ transaction_id: transactionId })
    .where("id", "=", attemptId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "done" : "missing";
}

export async function findAttempt(db: Database, userId: string, gateway: GatewayKind) {
  return db
    .selectFrom("payment_attempts")
    .select(attemptColumns)
    .where("user_id", "=", userId)
    .where("gateway", "=", gateway)
    .executeTakeFirst();
}

export async function closeAttempt(db: Database, attemptId: string): Promise<void> {
  await db.deleteFrom("payment_attempts").where("id", "=", attemptId).execute();
}

export async function closeAttemptOf(db: Database, transactionId: string): Promise<void> {
  await db.deleteFrom("payment_attempts").where("transaction_id", "=", transactionId).execute();
}

// About a second of work. Older attempts, if there are more, become due at their normal time.
const MAX_AT_ONCE = 10_000;

/** Makes the newest attempts due: after a start or an outage, any of them may have been paid. */
export async function makeDue(db: Database, gateway: GatewayKind): Promise<void> {
  await sql`
    update payment_attempts set due_at = now()
    where id in (
      select id from payment_attempts where gateway = ${gateway} and due_at > now()
      order by created_at desc limit ${MAX_AT_ONCE}
    )
  `.execute(db);
}

/**
 * Attempts that are due, each handed to one caller. The older an attempt is, the later it is due
 * again, so that one that is never paid costs only a few calls to the provider.
 */
export async function takeDueAttempts(db: Database, gateway: GatewayKind, limit: number) {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("payment_attempts")
      .select(attemptColumns)
      // Computed here, because Citus refuses such a sum of columns in an update.
      .select(
        sql<Date>`now() + greatest(interval '4 minutes', (now() - created_at) / 2)`.as("dueAgain"),
      )
      .where("gateway", "=", gateway)
      .where("due_at", "<=", sql<Date>`now()`)
      .orderBy("due_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = due.map(({ id }) => id);
    const times = due.map(({ dueAgain }) => dueAgain);
    await sql`
      update payment_attempts as a set due_at = d.due_at
      from unnest(${ids}::uuid[], ${times}::timestamptz[]) as d (id, due_at) where a.id = d.id
    `.execute(trx);
    return due;
  });
}

interface NewPayment {
  userId: string;
  transactionId: string;
  gateway: GatewayKind;
  amount: number;
  currency: string;
}

/**
 * Stores a payment and makes the payer a pro user, in one transaction; repeating it changes
 * nothing. Refused if another payment of this person counts already.
 */
export async function savePayment(
  db: Database,
  payment: NewPayment,
): Promise<Outcome<{ id: string; pro: boolean }>> {
  const { userId, transactionId, ...paid } = payment;
  return db.transaction().execute(async (trx) => {
    const person = await lockPayer(trx, userId);
    if (!person) return "missing";
    await closeAttemptOf(trx, transactionId);
    const added = await trx
      .insertInto("payments")
      .values({ user_id: userId, transaction_id: transactionId, ...paid })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    const saved = added ?? (await findByTransaction(trx, transactionId));
    if (!saved) return { refused: "payment.second" };
    return { id: saved.id, pro: await promote(trx, userId, person) };
  });
}

/** Makes a person with a valid payment a pro user. `missing` if they have none. */
export async function claimRole(db: Database, userId: string): Promise<"done" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPayer(trx, userId);
    if (!person || !(await findPayment(trx, userId))) return "missing";
    await promote(trx, userId, person);
    return "done";
  });
}

type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPayer>>>;

/** Changes nothing for surveyors and deleted people. True if they are a pro user afterwards. */
async function promote(trx: Database, userId: string, person: LockedPerson): Promise<boolean> {
  if (person.role !== "user" || person.deleted_at) return person.role === "pro-user";
  await trx.updateTable("users").set({ role: "pro-user" }).where("id", "=", userId).execute();
  return true;
}

/** Takes the role back after a refund. `missing` if there is no such payment that counts. */
export async function undoPayment(
  db: Database,
  userId: string,
  transactionId: string,
): Promise<"done" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPayer(trx, userId);
    const undone = await trx
      .updateTable("payments")
      .set({ refunded_at: sql<Date>`now()` })
      .where("transaction_id", "=", transactionId)
      .where("user_id", "=", userId)
      .where("refunded_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!undone) return "missing";
    if (person?.role === "pro-user") {
      await trx.updateTable("users").set({ role: "user" }).where("id", "=", userId).execute();
      await addNotices(trx, [userId], { id: undone.id, kind: "not-pro" });
    }
    return "done";
  });
}
