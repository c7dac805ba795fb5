import { type NotNull, sql } from "kysely";
import type { Database } from "../../database/connect.ts";

/** What people are told by mail, with the ids by which the rest is read when the mail is made. */
export interface Kinds {
  "survey.decided": { surveyId: string; decisionId: string };
  /** On somebody's request to become a surveyor. */
  "request.decided": { noticeId: string };
  /** Through the contact page. */
  "message.received": { messageId: string };
  /** For programs. */
  "token.made": { tokenId: string };
  "token.expires": { tokenId: string };
  "webhook.off": { webhookId: string };
  /** Of what somebody follows: these notices, unless they have read them meanwhile. */
  news: { noticeIds: string[] };
}

type News = { [Kind in keyof Kinds]: { kind: Kind; about: Kinds[Kind] } }[keyof Kinds];

/** A mail to each of these people; must be called inside the transaction of what it tells. */
export async function addMails(
  trx: Database,
  userIds: string[],
  { kind, about }: News,
): Promise<void> {
  if (userIds.length === 0) return;
  const row = { kind, about: JSON.stringify(about) };
  await trx
    .insertInto("outbox")
    .values(userIds.map((user_id) => ({ ...row, user_id })))
    .execute();
}

export async function addSealed(db: Database, sealed: Buffer): Promise<void> {
  await db.insertInto("outbox").values({ kind: "account", sealed }).execute();
}

export type Waiting = Awaited<ReturnType<typeof takeDue>>[number];

/** What is due, for this server alone until `leaseMs` have passed. */
export async function takeDue(
  db: Database,
  { limit, leaseMs }: { limit: number; leaseMs: number },
) {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("outbox")
      .select("id")
      .where("due_at", "<=", sql<Date>`now()`)
      .orderBy("due_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    return trx
      .updateTable("outbox")
      .set({ due_at: fromNow(leaseMs), tries: sql<number>`tries + 1` })
      .where("id", "=", sql<string>`any(${due.map(({ id }) => id)}::uuid[])`)
      .returning(["id", "kind", "user_id", "about", "sealed", "created_at", "tries"])
      .execute();
  });
}

export async function delay(db: Database, id: string, ms: number): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ due_at: fromNow(ms) })
    .where("id", "=", id)
    .execute();
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", id).execute();
}

/** Undefined if the person is deleted. */
export async function findMailbox(db: Database, userId: string | null) {
  return db
    .selectFrom("users")
    .select(["email as to", "language"])
    .where("id", "=", userId)
    .where("email", "is not", null)
    .$narrowType<{ to: NotNull }>()
    .executeTakeFirst();
}

/** As many refused mails in a row are no accident of a mail server. */
export const BOUNCES_MAX = 3;

/** Whether a person's mail server has taken a mail, or has refused the address for good. */
export async function noteBounce(db: Database, userId: string, bounced: boolean): Promise<void> {
  await db
    .updateTable("users")
    .set({ bounces: bounced ? sql<number>`least(bounces + 1, ${BOUNCES_MAX})` : 0 })
    .where("id", "=", userId)
    .where("bounces", bounced ? "<" : ">", bounced ? BOUNCES_MAX : 0)
    .execute();
}

export async function hasAccount(db: Database, email: string): Promise<boolean> {
  const account = await db
    .selectFrom("identity.user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return account !== undefined;
}

function fromNow(ms: number) {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
}
