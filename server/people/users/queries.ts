import { createHmac } from "node:crypto";
import { type NotNull, sql } from "kysely";
import type { Role } from "../../../contract/permissions.ts";
import { createBatcher } from "../../database/batcher.ts";
import type { Database } from "../../database/connect.ts";
import { countUpTo } from "../../database/count-up-to.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import { prepared } from "../../database/prepared.ts";
import { withRetry } from "../../database/retry.ts";
import { hasWords, searchWords } from "../../database/search-words.ts";
import { deriveKey } from "../../process/secret.ts";
import { lockAccount } from "../identity/queries.ts";

export interface User {
  id: string;
  email: string;
  username: string;
  role: Role;
  admin: boolean;
  tokenVersion: number;
  formerIds: string[];
  /** Locked out by an operator. */
  locked: boolean;
}

const userColumns = [
  "id",
  "email",
  "username",
  "role",
  "admin",
  "token_version as tokenVersion",
  "former_ids as formerIds",
] as const;

const isLocked = sql<boolean>`locked_at is not null`.as("locked");

async function findUsers(db: Database, emails: string[]): Promise<(User | null)[]> {
  const rows = await db
    .selectFrom("users")
    .select(userColumns)
    .select(isLocked)
    .where("email", "=", sql<string>`any(${emails})`)
    .$narrowType<{ email: NotNull }>()
    .modifyEnd(prepared)
    .execute();
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  return emails.map((email) => byEmail.get(email) ?? null);
}

/** Reads the users of all requests that are waiting in one query, and caches nothing. */
export interface UserLoader {
  load(email: string): Promise<User | null>;
}

export function createUserLoader(db: Database): UserLoader {
  const batcher = createBatcher({
    run: (emails: string[]) => withRetry(() => findUsers(db, emails)),
    // One index look-up each; a thousand still take only a few milliseconds.
    maxItems: 1_000,
  });
  return { load: batcher.run };
}

/** Hashes a deleted person's address, to recognise it if they register again. */
export type HashAddress = (email: string) => Buffer;

/** With a key, so that nobody can find the person of a hash by hashing addresses. */
export function createHashAddress(secret: string): HashAddress {
  const key = deriveKey(secret, "former people");
  return (email) => createHmac("sha256", key).update(email.trim().toLowerCase()).digest();
}

/**
 * The person's row; a new person gets one with the default role. Null if they have no account at
 * the identity provider any more.
 */
export async function ensureUser(
  db: Database,
  person: { email: string; username: string; url: string },
  hashAddress: HashAddress,
): Promise<User | null> {
  const [existing] = await findUsers(db, [person.email]);
  if (existing) return existing;
  return db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, person.email))) return null;
    const added = await trx
      .insertInto("users")
      .values(person)
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    // Only after the insert, which waits for a deletion of the same address that is under way.
    if (added) await rememberFormer(trx, added.id, hashAddress(person.email));
    const [user] = await findUsers(trx, [person.email]);
    return user ?? null;
  });
}

/**
 * Lets one address have one vote on a survey, however often it is deleted and registered again, and
 * keeps it locked. Until the transaction ends nobody locks or unlocks it: a lock that waits for
 * this finds the new person.
 */
async function rememberFormer(trx: Database, id: string, addressHash: Buffer): Promise<void> {
  const rows = await trx
    .selectFrom("former_people")
    .select(["user_id", "locked_at"])
    .where("address_hash", "=", addressHash)
    .forShare()
    .execute();
  if (rows.length === 0) return;
  const former_ids = rows.map(({ user_id }) => user_id);
  const locked_at = rows.find((row) => row.locked_at)?.locked_at ?? null;
  await trx.updateTable("users").set({ former_ids, locked_at }).where("id", "=", id).execute();
}

export async function saveProfile(
  db: Database,
  id: string,
  profile: { username: string; url: string },
): Promise<void> {
  await db.updateTable("users").set(profile).where("id", "=", id).execute();
}

/** The ids of all admins who can log in. */
export async function listAdminIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("admin", "=", true)
    .where("locked_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined for a person who is deleted or was never registered. */
export async function findUserId(db: Database, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return user?.id;
}

interface UserFilter {
  search?: string | undefined;
  role?: Role | "admin" | undefined;
}

/** All registered people, newest first. */
export async function listUsers(db: Database, { search, role }: UserFilter, page: PageRequest) {
  const words = searchWords(search ?? "");
  let query = db
    .selectFrom("users")
    .select(["id as _id", "username", "email", "url", "role", "admin", "created_at"])
    .select(isLocked)
    .select(isoTime("created_at").as("timestamp"))
    .where("deleted_at", "is", null)
    .$narrowType<{ email: NotNull }>();
  if (role === "admin") query = query.where("admin", "=", true);
  else if (role) query = query.where("role", "=", role);
  if (words) query = query.where(hasWords("search", words));
  const found = await readPage(db, query, { by: "created_at", id: "_id" }, page);
  // Said once; a page without a next one speaks for itself.
  if (page.after || !found.next) return found;
  // Only what the list's index has, in its order. Otherwise PostgreSQL reads the table instead.
  const inOrder = query.clearSelect().select("created_at").orderBy("created_at", "desc");
  const count = await countUpTo(db, inOrder, COUNTED + 1);
  return { ...found, total: count > COUNTED ? `${COUNTED}+` : String(count) };
}

// Counting them takes a few milliseconds.
const COUNTED = 10_000;
