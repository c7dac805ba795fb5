import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

/**
 * Whether an operator has locked out whoever has this address: the person, or a deleted person, if
 * nobody has got a token with it since.
 */
export async function isLockedOut(
  db: Database,
  email: string,
  hashAddress: (email: string) => Buffer,
): Promise<boolean> {
  const locked = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("locked_at", "is not", null)
    .unionAll(
      db
        .selectFrom("former_people")
        .select("user_id as id")
        .where("address_hash", "=", hashAddress(email))
        .where("locked_at", "is not", null),
    )
    .executeTakeFirst();
  return locked !== undefined;
}

/** The address of whoever has opened this session. */
export async function findSessionEmail(db: Database, token: string): Promise<string | undefined> {
  const account = await db
    .selectFrom("identity.session as s")
    .innerJoin("identity.user as a", "a.id", "s.userId")
    .select("a.email")
    .where("s.token", "=", token)
    .executeTakeFirst();
  return account?.email;
}

export async function dropPassword(trx: Database, id: string): Promise<void> {
  await trx
    .deleteFrom("identity.account")
    .where("userId", "=", id)
    .where("providerId", "=", "credential")
    .execute();
}

/** Returns the token of a link like those that the provider mails, valid for as long. */
export async function addResetLink(trx: Database, id: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await trx
    .insertInto("identity.verification")
    .values({
      // As the provider hashes it: `verification` in `better-auth/provider.ts`.
      identifier: createHash("sha256").update(`reset-password:${token}`).digest("base64url"),
      value: id,
      expiresAt: sql`now() + interval '1 hour'`,
    })
    .execute();
  return token;
}
