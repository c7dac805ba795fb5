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

export interface SignInWays {
  password: boolean;
  /** Asks for a code after the password. */
  twoFactor: boolean;
  passkeys: number;
  /** Names of the other sites. */
  social: string[];
}

/** All the ways in which this account can be signed in to. */
export async function readSignInWays(db: Database, id: string): Promise<SignInWays> {
  const { rows } = await sql<SignInWays>`
    select
      exists (select 1 from identity.account where "userId" = u.id and password is not null)
        as password,
      u."twoFactorEnabled" as "twoFactor",
      (select count(*)::int from identity.passkey where "userId" = u.id) as passkeys,
      array(
        select "providerId" from identity.account
        where "userId" = u.id and password is null order by "providerId"
      ) as social
    from identity."user" as u where u.id = ${id}
  `.execute(db);
  return rows[0] ?? { password: false, twoFactor: false, passkeys: 0, social: [] };
}

/** Whether somebody could be asked for more than a password. */
export async function hasSecondFactor(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select u."twoFactorEnabled"
      or exists (select 1 from identity.passkey where "userId" = u.id) as found
    from identity."user" as u where u.email = ${email}
  `.execute(db);
  return rows[0]?.found ?? false;
}

/** Removes an account with its sessions, passwords, passkeys and second factor. */
export async function removeIdentity(db: Database, email: string): Promise<void> {
  await db.deleteFrom("identity.user").where("email", "=", email).execute();
}
