import { randomUUID } from "node:crypto";
import { type NotNull, sql } from "kysely";
import type { Role, Standing } from "../../contract/permissions.ts";
import { isRecorded, recordAudit } from "../audit/queries.ts";
import { createBatcher } from "../database/batcher.ts";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import { withRetry } from "../database/retry.ts";
import { hasWords, searchWords } from "../database/search-words.ts";
import { removeIdentity } from "../identity/queries.ts";

export interface User {
  id: string;
  email: string;
  username: string;
  role: Role;
  admin: boolean;
  tokenVersion: number;
  formerIds: string[];
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

async function findUsers(db: Database, emails: string[]): Promise<(User | null)[]> {
  const rows = await db
    .selectFrom("users")
    .select(userColumns)
    .where("email", "=", sql<string>`any(${emails})`)
    .$narrowType<{ email: NotNull }>()
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
    // One index look-up each; a thousand is still a query of a few milliseconds.
    maxItems: 1_000,
  });
  return { load: batcher.run };
}

/** What is kept of a deleted person's address: enough to know it again, and no more. */
export type HashAddress = (email: string) => Buffer;

/** Returns the person's row, made with the default role if it wasn't there. */
export async function ensureUser(
  db: Database,
  person: { email: string; username: string; url: string },
  hashAddress: HashAddress,
): Promise<User> {
  const existing = await findUsers(db, [person.email]);
  if (existing[0]) return existing[0];
  await db
    .insertInto("users")
    .values({ ...person, former_ids: formerIds(hashAddress(person.email)) })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const [user] = await findUsers(db, [person.email]);
  if (!user) throw new Error("A user vanished right after it was made");
  return user;
}

function formerIds(addressHash: Buffer) {
  return sql<
    string[]
  >`array(select user_id from former_people where address_hash = ${addressHash})`;
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
    .set({ token_version: version + 1, tokens_ended_at: sql`now()` })
    .where("id", "=", id)
    // Names the version it ends, so that a retried call does not end newer tokens as well.
    .where("token_version", "=", version)
    .execute();
}

/** Ends every access token of a person, whatever their version. */
export async function endTokensOf(db: Database, email: string): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({ token_version: eb("token_version", "+", 1), tokens_ended_at: sql`now()` }))
    .where("email", "=", email)
    .execute();
}

/** The version that tokens of this person must have now; somebody new starts with 1. */
export async function findTokenVersion(db: Database, email: string): Promise<number> {
  const user = await db
    .selectFrom("users")
    .select("token_version")
    .where("email", "=", email)
    .executeTakeFirst();
  return user?.token_version ?? 1;
}

/** Whose tokens have ended since the last call: id and present version of each. */
export type EndingsReader = () => Promise<Map<string, number>>;

export function createEndingsReader(db: Database): EndingsReader {
  // Longer than any statement may take: an ending is dated before it becomes visible.
  const overlap = sql`interval '15 seconds'`;
  let since = sql<Date>`now() - ${overlap}`;
  return async () => {
    const { rows } = await sql<{ id: string; version: number; read_at: Date }>`
      select clock.read_at, u.id, u.token_version as version
      from (select now() - ${overlap} as read_at) as clock
      left join users as u on u.tokens_ended_at > ${since}
    `.execute(db);
    const [first] = rows;
    if (first) since = sql<Date>`${first.read_at}`;
    return new Map(rows.filter(({ id }) => id !== null).map(({ id, version }) => [id, version]));
  };
}

export async function listAdminEmails(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where("admin", "=", true)
    .$narrowType<{ email: NotNull }>()
    .execute();
  return rows.map(({ email }) => email);
}

/** Null for somebody who is deleted. */
export async function findEmail(db: Database, id: string): Promise<string | null> {
  const user = await db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirst();
  return user?.email ?? null;
}

/** Undefined for somebody who is deleted, or was never here. */
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
  role?: Role | undefined;
}

/** Everybody who is registered, newest first. */
export async function listUsers(db: Database, { search, role }: UserFilter, page: PageRequest) {
  const words = searchWords(search ?? "");
  let query = db
    .selectFrom("users")
    .select(["id as _id", "username", "email", "url", "role", "admin", "created_at"])
    .select(isoTime("created_at").as("timestamp"))
    .where("deleted_at", "is", null)
    .$narrowType<{ email: NotNull }>();
  if (role) query = query.where("role", "=", role);
  if (words) query = query.where(hasWords("search", words));
  return readPage(db, query, { by: "created_at", id: "_id" }, page);
}

/** What an admin does to somebody: who, to whom, and the key that makes it happen once. */
export interface Deed {
  key: string;
  actorId: string;
  userId: string;
}

async function readForChange(trx: Database, id: string) {
  return trx
    .selectFrom("users")
    .select(["email", "role", "admin"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$narrowType<{ email: NotNull }>()
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** False if there is no such person. `check` may throw on who they are at this moment. */
export async function changeRole(
  db: Database,
  { key, actorId, userId }: Deed,
  role: Role,
  check: (person: Standing) => void,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const person = await readForChange(trx, userId);
    if (await isRecorded(trx, key)) return true;
    if (!person) return false;
    check(person);
    await trx.updateTable("users").set({ role }).where("id", "=", userId).execute();
    await recordAudit(trx, {
      id: key,
      actorId,
      action: "user.role",
      subject: { kind: "user", id: userId },
      before: { role: person.role },
      after: { role },
    });
    return true;
  });
}

/** Removes the person and keeps their row, so that what they voted keeps counting. */
export async function removePerson(
  db: Database,
  { key, actorId, userId }: Deed,
  hashAddress: HashAddress,
  check: (person: Standing, admins: string[]) => void,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    const person = await readForChange(trx, userId);
    if (await isRecorded(trx, key)) return true;
    if (!person) return false;
    check(person, admins);
    await removeIdentity(trx, person.email);
    await trx.deleteFrom("contact_messages").where("email", "=", person.email).execute();
    await trx
      .insertInto("former_people")
      .values({ address_hash: hashAddress(person.email), user_id: userId })
      .execute();
    await trx
      .updateTable("users")
      .set((eb) => ({
        email: null,
        username: "Deleted user",
        url: "",
        role: "user",
        admin: false,
        token_version: eb("token_version", "+", 1),
        tokens_ended_at: sql<Date>`now()`,
        deleted_at: sql<Date>`now()`,
      }))
      .where("id", "=", userId)
      .execute();
    await recordAudit(trx, {
      id: key,
      actorId,
      action: "user.delete",
      subject: { kind: "user", id: userId },
      before: { role: person.role, admin: person.admin },
      after: {},
    });
    return true;
  });
}

/** The admins' ids. Until the transaction ends nobody else can make their number smaller. */
async function lockAdmins(trx: Database): Promise<string[]> {
  const rows = await trx
    .selectFrom("users")
    .select("id")
    .where("admin", "=", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** `last` if nobody would be left to manage the site; `unknown` if nobody has this address. */
export async function setAdmin(
  db: Database,
  email: string,
  admin: boolean,
): Promise<"done" | "unknown" | "last"> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    const person = await trx
      .selectFrom("users")
      .select(["id", "admin"])
      .where("email", "=", email)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) return "unknown";
    if (person.admin === admin) return "done";
    if (!admin && admins.length === 1) return "last";
    await trx.updateTable("users").set({ admin }).where("id", "=", person.id).execute();
    await recordAudit(trx, {
      id: randomUUID(),
      actorId: null,
      action: admin ? "admin.grant" : "admin.revoke",
      subject: { kind: "user", id: person.id },
      before: { admin: person.admin },
      after: { admin },
    });
    return "done";
  });
}
