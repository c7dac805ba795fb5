import { sql } from "kysely";
import { DELETED_NAME } from "../../contract/site.ts";
import type { Database } from "../database/connect.ts";
import { deleteRequest } from "../surveyor-requests/queries.ts";
import { holdAlone } from "./hold-queries.ts";
import type { HashAddress, User } from "./queries.ts";

// Until its address is proven, an account is a claim. What it did is withdrawn once somebody else
// proves the address: `identity/withdrawal-queries.ts` does that, from the rows that are written here.

/**
 * In the transaction of a proof by somebody else than the person who made the claim. Votes of the
 * claim that are being written end before the time that separates them from the owner's.
 */
export async function endClaim(trx: Database, email: string): Promise<void> {
  const claim = await trx
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (!claim) return;
  await holdAlone(trx, claim.id);
  await deleteRequest(trx, claim.id);
  await addEnded(trx, [claim.id], claim.id);
}

/** For a person who has proven their address: ends earlier claims of it that were deleted unproven. */
export async function endFormerClaims(
  db: Database,
  owner: Pick<User, "id" | "email" | "formerIds">,
  hashAddress: HashAddress,
): Promise<void> {
  if (owner.formerIds.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const claims = await trx
      .updateTable("former_people")
      .set({ unproven: false })
      .where("address_hash", "=", hashAddress(owner.email))
      .where("unproven", "=", true)
      .returning("user_id")
      .execute();
    const ids = claims.map(({ user_id }) => user_id);
    if (ids.length > 0) await addEnded(trx, ids, owner.id);
  });
}

async function addEnded(trx: Database, userIds: string[], ownerId: string): Promise<void> {
  const ended_at = sql<Date>`clock_timestamp()`;
  await trx
    .insertInto("ended_claims")
    .values(userIds.map((user_id) => ({ user_id, owner_id: ownerId, ended_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface EndedClaim {
  userId: string;
  ownerId: string;
  endedAt: Date;
}

/** Claims whose votes are still to be withdrawn: this owner's, or anybody's. */
export async function listEndedClaims(
  db: Database,
  ownerId: string | undefined,
  limit: number,
): Promise<EndedClaim[]> {
  let query = db
    .selectFrom("ended_claims")
    .select(["user_id as userId", "owner_id as ownerId", "ended_at as endedAt"])
    .orderBy("ended_at")
    .limit(limit);
  if (ownerId) query = query.where("owner_id", "=", ownerId);
  return query.execute();
}

export async function forgetClaim(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("ended_claims").where("user_id", "=", userId).execute();
}

/**
 * The row under which withdrawn votes go on, like that of a deleted person: a person has one vote on
 * a survey, and the owner's own needs the place. Undefined if another server has finished.
 */
export async function ensureGhost(db: Database, userId: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const claim = await trx
      .selectFrom("ended_claims")
      .select("ghost_id")
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!claim || claim.ghost_id) return claim?.ghost_id ?? undefined;
    const { id } = await trx
      .insertInto("users")
      .values({ email: null, username: DELETED_NAME, deleted_at: sql<Date>`now()` })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("ended_claims")
      .set({ ghost_id: id })
      .where("user_id", "=", userId)
      .execute();
    return id;
  });
}
