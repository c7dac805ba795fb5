import { sql } from "kysely";
import type { Role } from "../../contract/permissions.ts";
import { type Batcher, createBatcher } from "../database/batcher.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";

export interface User {
  id: string;
  email: string;
  username: string;
  role: Role;
  admin: boolean;
  tokenVersion: number;
}

const userColumns = [
  "id",
  "email",
  "username",
  "role",
  "admin",
  "token_version as tokenVersion",
] as const;

async function findUsers(db: Database, emails: string[]): Promise<(User | null)[]> {
  const rows = await db
    .selectFrom("users")
    .select(userColumns)
    .where("email", "=", sql<string>`any(${emails})`)
    .execute();
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  return emails.map((email) => byEmail.get(email) ?? null);
}

/** Always fresh and never a query per request: every caller's row is read in shared batches. */
export type UserLoader = Batcher<string, User | null>;

export function createUserLoader(db: Database): UserLoader {
  return createBatcher({
    run: (emails) => withRetry(() => findUsers(db, emails)),
    // One index look-up each; a thousand is still a query of a few milliseconds.
    maxItems: 1_000,
  });
}

/** Returns the person's row, made with the default role if it wasn't there. */
export async function ensureUser(
  db: Database,
  person: { email: string; username: string; url: string },
): Promise<User> {
  const existing = await findUsers(db, [person.email]);
  if (existing[0]) return existing[0];
  await db
    .insertInto("users")
    .values(person)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const [user] = await findUsers(db, [person.email]);
  if (!user) throw new Error("A user vanished right after it was made");
  return user;
}

export async function saveProfile(
  db: Database,
  id: string,
  profile: { username: string; url: string },
): Promise<void> {
  await db.updateTable("users").set(profile).where("id", "=", id).execute();
}

/** Ends every access token that was issued at this version or before. */
export async function endTokens(db: Database, id: string, version: number): Promise<void> {
  await db
    .updateTable("users")
    .set({ token_version: version + 1 })
    .where("id", "=", id)
    // Names the version it ends, so that a retried call does not end newer tokens as well.
    .where("token_version", "=", version)
    .execute();
}

/** Ends every access token of a person, whatever their version. */
export async function endTokensOf(db: Database, email: string): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({ token_version: eb("token_version", "+", 1) }))
    .where("email", "=", email)
    .execute();
}

export async function listAdminEmails(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("users").select("email").where("admin", "=", true).execute();
  return rows.map(({ email }) => email);
}

export async function setAdmin(db: Database, email: string, admin: boolean): Promise<boolean> {
  const result = await db
    .updateTable("users")
    .set({ admin })
    .where("email", "=", email)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
