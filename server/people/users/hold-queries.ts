import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { prepared } from "../../database/prepared.ts";

// What is written in somebody's name, and what ends or changes them, comes one after the other. People
// are held by advisory locks, not by their rows in `users`: Citus locks rows of a table that every
// machine has in two steps, and those of two transactions that share rows deadlock.

// Any number that no other advisory lock has.
const PERSON_LOCKS = 7_203_117;
// Few enough for PostgreSQL's table of locks, which by default has room for some 6,000, and so many
// that a deletion keeps hardly anybody else waiting.
const LOCK_COUNT = 1024;
// One more, for whatever changes who is an admin.
const ADMINS_LOCK = LOCK_COUNT;

/** Somebody who has called, and the version of the token with which they did. */
export interface TokenHolder {
  userId: string;
  tokenVersion: number;
}

/**
 * Until the transaction ends, nobody can delete these people (`holdAlone`): what it writes in their
 * name comes before. Whether they are still there, only a later statement can tell: it sees what was
 * committed while this one waited.
 */
export async function lockPeople(trx: Database, people: { userId: string }[]): Promise<void> {
  const locks = [...new Set(people.map(({ userId }) => lockOf(userId)))];
  await sql`
    select pg_advisory_xact_lock_shared(${sql.lit(PERSON_LOCKS)}, lock)
    from unnest(${locks}::int[]) as lock ${prepared}
  `.execute(trx);
}

/** Locks them, and returns those whose token is still valid: who are not deleted or logged out. */
export async function holdPeople(trx: Database, people: TokenHolder[]): Promise<Set<string>> {
  await lockPeople(trx, people);
  const userIds = [...new Set(people.map(({ userId }) => userId))];
  const rows = await trx
    .selectFrom("users")
    .select(["id", "token_version"])
    .where("id", "=", sql<string>`any(${userIds}::uuid[])`)
    .modifyEnd(prepared)
    .execute();
  const versions = new Map(rows.map(({ id, token_version }) => [id, token_version]));
  const held = people.filter((person) => versions.get(person.userId) === person.tokenVersion);
  return new Set(held.map(({ userId }) => userId));
}

/** Until the transaction ends: whoever holds this person too has ended by now, or comes after. */
export async function holdAlone(trx: Database, userId: string): Promise<void> {
  await lock(trx, lockOf(userId));
}

/**
 * The same for what is counted: one thing comes after the other, and nobody is deleted meanwhile. False
 * if they are deleted already.
 */
export async function holdToCount(trx: Database, userId: string): Promise<boolean> {
  await holdAlone(trx, userId);
  const person = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return person !== undefined;
}

/** Until the transaction ends, nobody else changes who is an admin. */
export async function holdAdmins(trx: Database): Promise<void> {
  await lock(trx, ADMINS_LOCK);
}

function lockOf(userId: string): number {
  return Number.parseInt(userId.slice(0, 8), 16) % LOCK_COUNT;
}

async function lock(trx: Database, which: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PERSON_LOCKS)}, ${which}::int)`.execute(trx);
}
