import { createHmac, randomUUID } from "node:crypto";
import { type NotNull, sql } from "kysely";
import type { Role } from "../../../contract/permissions.ts";
import { createBatcher } from "../../database/batcher.ts";
import type { Database } from "../../database/connect.ts";
import { countUpTo } from "../../database/count-up-to.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { prepared } from "../../database/prepared.ts";
import { withRetry } from "../../database/retry.ts";
import { hasWords, searchWords } from "../../database/search-words.ts";
import { deriveKey } from "../../process/secret.ts";
import { isAudited, writeAudit } from "../audit/queries.ts";
import { lockAccount } from "../identity/queries.ts";
import { addNotices } from "../notices/queries.ts";
import { deleteRequest } from "../surveyor-requests/queries.ts";
import { holdAdmins, holdAlone } from "./hold-queries.ts";
import { whyNotChangeRole, whyNotLeave } from "./rules.ts";

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

/** A change to a person by an admin. `key` makes it happen only once. */
export interface PersonChange {
  key: string;
  actorId: string;
  userId: string;
}

/** The person as they are now, held alone until the transaction ends. */
export async function lockPerson(trx: Database, id: string) {
  await holdAlone(trx, id);
  return trx
    .selectFrom("users")
    .select(["id", "email", "role", "admin", "locked_at as lockedAt"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst();
}

/** What admins can make of a person; the role of a pro user is paid for. */
type ChangeableRole = Exclude<Role, "pro-user">;

export async function changeRole(
  db: Database,
  { key, actorId, userId }: PersonChange,
  role: ChangeableRole,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    if (await isAudited(trx, key)) return "done";
    if (!person) return "missing";
    return setRole(trx, { key, actorId, userId }, person, role);
  });
}

type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

/** An admin's change of a role, with its audit entry, its notice and the answer to a request. */
export async function setRole(
  trx: Database,
  { key, actorId, userId }: PersonChange,
  person: LockedPerson,
  role: ChangeableRole,
  answer = "",
): Promise<Outcome> {
  const refused = whyNotChangeRole(actorId, person);
  if (refused) return refused;
  await trx.updateTable("users").set({ role }).where("id", "=", userId).execute();
  await deleteRequest(trx, userId);
  await writeAudit(trx, {
    id: key,
    actorId,
    action: "user.role",
    subject: { kind: "user", id: userId },
    before: { role: person.role },
    after: { role, ...(answer && { answer }) },
  });
  if (role === person.role) return "done";
  const kind = role === "surveyor" ? "surveyor" : "not-surveyor";
  await addNotices(trx, [userId], { id: key, kind, message: answer });
  return "done";
}

/** The same. Until the transaction ends, nobody else can remove one. */
export async function lockAdmins(trx: Database): Promise<string[]> {
  await holdAdmins(trx);
  return listAdminIds(trx);
}

export async function setAdmin(db: Database, email: string, admin: boolean): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    const id = await findUserId(trx, email);
    const person = id && (await lockPerson(trx, id));
    if (!person) return "missing";
    if (person.admin === admin) return "done";
    const refused = admin ? null : whyNotLeave(person, admins);
    if (refused) return refused;
    await trx.updateTable("users").set({ admin }).where("id", "=", person.id).execute();
    const key = randomUUID();
    await addNotices(trx, [person.id], { id: key, kind: admin ? "admin" : "not-admin" });
    await writeAudit(trx, {
      id: key,
      actorId: null,
      action: admin ? "admin.grant" : "admin.revoke",
      subject: { kind: "user", id: person.id },
      before: { admin: person.admin },
      after: { admin },
    });
    return "done";
  });
}
