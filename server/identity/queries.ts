import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

export interface AttemptLimit {
  max: number;
  windowSeconds: number;
}

export interface AttemptResult {
  allowed: boolean;
  retryAfterSeconds: number;
}

/** Counts one more attempt, in one statement, so that any number of parallel tries is counted. */
export async function takeAttempt(
  db: Database,
  key: string,
  { max, windowSeconds }: AttemptLimit,
): Promise<AttemptResult> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    insert into identity.attempts as a (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when a.ends_at <= now() then 1 else a.count + 1 end,
      ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
    returning count, ceil(extract(epoch from ends_at - now()))::int as seconds
  `.execute(db);
  const row = rows[0];
  return { allowed: (row?.count ?? 0) <= max, retryAfterSeconds: row?.seconds ?? windowSeconds };
}

/** A success clears the account's count: only failures in a row add up. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.deleteFrom("identity.attempts").where("key", "=", key).execute();
}

/** Drops what has run out. Called now and then; nothing depends on when. */
export async function sweepExpired(db: Database): Promise<void> {
  await sql`delete from identity.attempts where ends_at <= now()`.execute(db);
  await sql`delete from identity.session where "expiresAt" <= now()`.execute(db);
  await sql`delete from identity.verification where "expiresAt" <= now()`.execute(db);
}

export async function findIdentity(db: Database, id: string) {
  return db
    .selectFrom("identity.user")
    .select(["email", "emailVerified", "name", "image"])
    .where("id", "=", id)
    .executeTakeFirst();
}

// More than anybody can tell apart; the newest are the ones in use.
const SESSIONS_SHOWN = 100;

/** An account's open sessions, the last used first. Their tokens are not even read. */
export async function listSessions(db: Database, accountId: string) {
  return db
    .selectFrom("identity.session")
    .select(["id", "ipAddress", "userAgent", "createdAt", "updatedAt"])
    .where("userId", "=", accountId)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("updatedAt", "desc")
    .limit(SESSIONS_SHOWN)
    .execute();
}

/** Of the account's own session with this id. */
export async function findSessionToken(db: Database, id: string, accountId: string) {
  const session = await db
    .selectFrom("identity.session")
    .select("token")
    .where("id", "=", id)
    .where("userId", "=", accountId)
    .executeTakeFirst();
  return session?.token;
}

/** Removes an account with its sessions and passwords. */
export async function removeIdentity(db: Database, email: string): Promise<void> {
  await db.deleteFrom("identity.user").where("email", "=", email).execute();
}
