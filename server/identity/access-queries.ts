import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { findAccount } from "./queries.ts";

/** Whether an operator has locked out the person who has this account. */
export async function isLockedOut(db: Database, id: string): Promise<boolean> {
  const account = await findAccount(db, id);
  const person = await db
    .selectFrom("users")
    .select("locked_at")
    .where("email", "=", account?.email ?? "")
    .executeTakeFirst();
  return person?.locked_at != null;
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
