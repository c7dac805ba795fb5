import type { NotNull } from "kysely";
import type { Database } from "../../database/connect.ts";
import { countUpTo } from "../../database/count-up-to.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";

/** Whoever has paid or is an admin by now no longer needs an answer. */
function selectOpen(db: Database) {
  return db
    .selectFrom("surveyor_requests as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .where("u.role", "=", "user")
    .where("u.admin", "=", false)
    .where("u.deleted_at", "is", null);
}

/** The first to ask first, as a queue. */
export async function listRequests(db: Database, page: PageRequest) {
  const query = selectOpen(db)
    .select(["r.id", "r.reason", "r.created_at", "r.user_id as userId", "u.username", "u.email"])
    .select([isoTime("r.created_at").as("timestamp"), isoTime("u.created_at").as("registered")])
    .$narrowType<{ email: NotNull }>();
  return readPage(db, query, { by: "created_at", id: "id", ascending: true }, page);
}

/** How many people wait for an answer, counted up to `most`. */
export async function countRequests(db: Database, most: number): Promise<number> {
  return countUpTo(db, selectOpen(db).select("r.id"), most);
}

export async function findOwnRequest(db: Database, userId: string) {
  return db
    .selectFrom("surveyor_requests")
    .select(["id", "reason", isoTime("created_at").as("timestamp")])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Whose request it is. */
export async function findAsker(db: Database, id: string): Promise<string | undefined> {
  const request = await db
    .selectFrom("surveyor_requests")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return request?.user_id;
}

/** False if somebody else has decided meanwhile, or the person has withdrawn it. */
export async function takeRequest(trx: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("surveyor_requests")
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** It is withdrawn, or no longer needs an answer. Returns how many there were. */
export async function deleteRequest(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("surveyor_requests")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
