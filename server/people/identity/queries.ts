import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { toPerson } from "./person.ts";

/** False if this proof was used before, on any server. */
export async function takeSolution(
  db: Database,
  signature: string,
  endsAt: Date,
): Promise<boolean> {
  const taken = await db
    .insertInto("identity.used_proofs")
    .values({ signature, ends_at: endsAt })
    .onConflict((conflict) => conflict.column("signature").doNothing())
    .returning("signature")
    .executeTakeFirst();
  return taken !== undefined;
}

const accountColumns = ["id", "email", "emailVerified", "name", "image"] as const;

export async function findAccount(db: Database, id: string) {
  return db
    .selectFrom("identity.user")
    .select([...accountColumns, "createdAt", "updatedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

// More than a person can tell apart; only the newest are still in use.
const SESSIONS_SHOWN = 100;

/** An account's open sessions, most recently used first. Their tokens are not read. */
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

/** The token of this session, if it belongs to this account. */
export async function findSessionToken(db: Database, id: string, accountId: string) {
  const session = await db
    .selectFrom("identity.session")
    .select("token")
    .where("id", "=", id)
    .where("userId", "=", accountId)
    .executeTakeFirst();
  return session?.token;
}

export async function findAccountByEmail(db: Database, email: string) {
  return db
    .selectFrom("identity.user")
    .select([...accountColumns, "createdAt", "updatedAt"])
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
}

/** Whether this address has an account. Until the transaction ends, nobody can remove it. */
export async function lockAccount(trx: Database, email: string): Promise<boolean> {
  const account = await trx
    .selectFrom("identity.user")
    .select("id")
    .where("email", "=", email)
    .forKeyShare()
    .executeTakeFirst();
  return account !== undefined;
}

/**
 * The address, if whoever has its account has proven it. What was done with an address is nobody's
 * until then: whatever finds rows by an address asks this first.
 */
export async function findProven(db: Database, email: string): Promise<string | null> {
  const account = await findAccountByEmail(db, email);
  return account?.emailVerified ? account.email : null;
}

/** False if the address is verified already: only the first proof counts. */
export async function markVerified(trx: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("identity.user")
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where("id", "=", id)
    .where("emailVerified", "=", false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends every way into an account, including a second factor that would lock out its owner. */
export async function dropClaims(trx: Database, id: string): Promise<void> {
  await dropOtherWaysIn(trx, id);
  await trx.deleteFrom("identity.account").where("userId", "=", id).execute();
}

/** Ends every way into an account but its password. */
export async function dropOtherWaysIn(trx: Database, id: string): Promise<void> {
  await dropSessions(trx, id);
  await trx
    .deleteFrom("identity.account")
    .where("userId", "=", id)
    .where("providerId", "<>", "credential")
    .execute();
  await dropSecondFactors(trx, id);
}

export async function dropSecondFactors(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom("identity.passkey").where("userId", "=", id).execute();
  await trx.deleteFrom("identity.twoFactor").where("userId", "=", id).execute();
  await trx
    .updateTable("identity.user")
    .set({ twoFactorEnabled: false })
    .where("id", "=", id)
    .execute();
}

export async function dropSessions(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom("identity.session").where("userId", "=", id).execute();
}

export async function dropOtherSessions(trx: Database, id: string, keep: string): Promise<void> {
  await trx
    .deleteFrom("identity.session")
    .where("userId", "=", id)
    .where("id", "<>", keep)
    .execute();
}

export async function dropSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom("identity.session").where("token", "=", token).execute();
}

/**
 * Ends reset links in mails and half-finished log-ins: they depend on the old password. Only these
 * have nothing but the account as their value; what they are is hidden in a hash.
 */
export async function dropResetLinks(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom("identity.verification").where("value", "=", id).execute();
}

export interface GivenProfile {
  name?: string | null | undefined;
  image?: string | null | undefined;
}

/**
 * What whoever proves an address gives takes the place of the claim's name and photo, also where
 * others see them. Without a name, the address gives one.
 */
export async function replaceProfile(
  trx: Database,
  { id, email }: { id: string; email: string },
  given: GivenProfile,
): Promise<void> {
  const [name, image] = [given.name ?? "", given.image ?? ""];
  await trx.updateTable("identity.user").set({ name, image }).where("id", "=", id).execute();
  const { username, url } = toPerson({ email, name, image });
  await trx.updateTable("users").set({ username, url }).where("email", "=", email).execute();
}

export async function addPassword(trx: Database, id: string, hash: string): Promise<void> {
  await trx
    .insertInto("identity.account")
    .values({
      id: sql`gen_random_uuid()`,
      accountId: id,
      providerId: "credential",
      userId: id,
      password: hash,
      updatedAt: sql`now()`,
    })
    .execute();
}

export interface ConfirmationWays {
  password: boolean;
  /** Whether log-in asks for a code after the password. */
  twoFactor: boolean;
  passkeys: number;
  /** The other sites at which this person can log in. */
  social: string[];
}

/** Every way to sign in to this account. */
export async function readConfirmationWays(db: Database, id: string): Promise<ConfirmationWays> {
  const { rows } = await sql<ConfirmationWays>`
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

/** Whether this person could prove more than a password. */
export async function hasSecondFactor(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select u."twoFactorEnabled"
      or exists (select 1 from identity.passkey where "userId" = u.id) as found
    from identity."user" as u where u.email = ${email}
  `.execute(db);
  return rows[0]?.found ?? false;
}

/** Removes an account with its sessions, passwords, passkeys and second factor. False if there is none. */
export async function removeIdentity(db: Database, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("identity.user")
    .where("email", "=", email)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
