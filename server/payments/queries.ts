import { sql } from "kysely";
import type { GatewayKind } from "../../contract/payments.ts";
import { isNormalUser } from "../../contract/permissions.ts";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import { hasWords, searchWords } from "../database/search-words.ts";

/** Until the transaction ends, nobody else opens an attempt, pays or changes a role for them. */
async function lockPerson(trx: Database, userId: string) {
  return trx
    .selectFrom("users")
    .select(["role", "admin", "deleted_at"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Rows as a payment record has them, so that a file of them needs no other objects. */
function selectPayments(db: Database) {
  return (
    db
      .selectFrom("payments as p")
      .innerJoin("users as u", "u.id", "p.user_id")
      .select([
        "p.id as _id",
        "p.transaction_id as transactionId",
        "p.created_at",
        "u.username as name",
      ])
      // Of a deleted person there is none.
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

export async function findTransaction(db: Database, transactionId: string) {
  return db
    .selectFrom("payments")
    .select(["id", "user_id as userId", "refunded_at as refundedAt"])
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
}

// Few people are looked up one by one; of many, the newest payments soon have a page's worth.
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

/** The attempt of this person that is open, or a new one. Null for those who have nothing to pay. */
export async function openAttempt(db: Database, userId: string, gateway: GatewayKind) {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    if (!person || !isNormalUser(person) || (await findPayment(trx, userId))) return null;
    await trx
      .insertInto("payment_intents")
      .values({ user_id: userId, gateway })
      .onConflict((conflict) => conflict.columns(["user_id", "gateway"]).doNothing())
      .execute();
    return trx
      .selectFrom("payment_intents")
      .select(attemptColumns)
      .where("user_id", "=", userId)
      .where("gateway", "=", gateway)
      .executeTakeFirstOrThrow();
  });
}

/** False if the attempt has been closed meanwhile. */
export async function noteTransaction(
  db: Database,
  attemptId: string,
  transactionId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_intents")
    .set({ transaction_id: transactionId })
    .where("id", "=", attemptId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findAttempt(db: Database, userId: string, gateway: GatewayKind) {
  return db
    .selectFrom("payment_intents")
    .select(attemptColumns)
    .where("user_id", "=", userId)
    .where("gateway", "=", gateway)
    .executeTakeFirst();
}

export async function closeAttempt(db: Database, attemptId: string): Promise<void> {
  await db.deleteFrom("payment_intents").where("id", "=", attemptId).execute();
}

export async function closeTransaction(db: Database, transactionId: string): Promise<void> {
  await db.deleteFrom("payment_intents").where("transaction_id", "=", transactionId).execute();
}

// A second's work. Older ones, if there are that many, are still due in their own time.
const MAX_AT_ONCE = 10_000;

/** After a start or an outage nobody knows what was missed: the newest attempts are due again. */
export async function makeDue(db: Database, gateway: GatewayKind): Promise<void> {
  await sql`
    update payment_intents set due_at = now()
    where id in (
      select id from payment_intents where gateway = ${gateway} and due_at > now()
      order by created_at desc limit ${MAX_AT_ONCE}
    )
  `.execute(db);
}

/**
 * Attempts that are due, handed to this caller alone. The older one is, the later it is due again,
 * so that what nobody will ever pay costs a handful of questions and not one every few minutes.
 */
export async function takeDueAttempts(db: Database, gateway: GatewayKind, limit: number) {
  const { rows } = await sql<{
    id: string;
    userId: string;
    transactionId: string | null;
    createdAt: Date;
  }>`
    with due as (
      select id from payment_intents where gateway = ${gateway} and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    update payment_intents as a
    set due_at = now() + greatest(interval '4 minutes', (now() - created_at) / 2)
    from due where a.id = due.id
    returning a.id, a.user_id as "userId", a.transaction_id as "transactionId",
      a.created_at as "createdAt"
  `.execute(db);
  return rows;
}

interface NewPayment {
  userId: string;
  transactionId: string;
  gateway: GatewayKind;
  amount: number;
  currency: string;
}

/**
 * Writes a payment and makes the payer a pro user, both or neither, once however often it is told.
 * `unknown`: there is no such person. `second`: another payment of theirs counts already.
 */
export async function writePayment(
  db: Database,
  payment: NewPayment,
): Promise<{ id: string; pro: boolean } | "unknown" | "second"> {
  const { userId, transactionId, ...paid } = payment;
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    if (!person) return "unknown";
    await closeTransaction(trx, transactionId);
    const added = await trx
      .insertInto("payments")
      .values({ user_id: userId, transaction_id: transactionId, ...paid })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    const standing = added ?? (await findTransaction(trx, transactionId));
    if (!standing) return "second";
    return { id: standing.id, pro: await promote(trx, userId, person) };
  });
}

/** False unless a payment of this person counts. */
export async function claimRole(db: Database, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    if (!person || !(await findPayment(trx, userId))) return false;
    await promote(trx, userId, person);
    return true;
  });
}

type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

/** Whoever is a surveyor meanwhile, or deleted, stays so. True if they are a pro user now. */
async function promote(trx: Database, userId: string, person: LockedPerson): Promise<boolean> {
  if (person.role !== "user" || person.deleted_at) return person.role === "pro-user";
  await trx.updateTable("users").set({ role: "pro-user" }).where("id", "=", userId).execute();
  return true;
}

/** The money was given back: so is the role. Does nothing where that payment doesn't count. */
export async function undoPayment(
  db: Database,
  userId: string,
  transactionId: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    const undone = await trx
      .updateTable("payments")
      .set({ refunded_at: sql<Date>`now()` })
      .where("transaction_id", "=", transactionId)
      .where("user_id", "=", userId)
      .where("refunded_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (undone && person?.role === "pro-user") {
      await trx.updateTable("users").set({ role: "user" }).where("id", "=", userId).execute();
    }
    return undone !== undefined;
  });
}
