import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

/** Drops what has run out. Called now and then; nothing depends on when. */
export async function sweepExpired(db: Database): Promise<void> {
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

/** Removes an account with its sessions and passwords. */
export async function removeIdentity(db: Database, email: string): Promise<void> {
  await db.deleteFrom("identity.user").where("email", "=", email).execute();
}
