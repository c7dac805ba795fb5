import { randomUUID } from "node:crypto";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import { removeIdentity } from "../identity/queries.ts";
import { findUserId, type HashAddress, removePerson } from "./queries.ts";
import { isLastAdmin } from "./rules.ts";

class LastAdmin extends Error {}

/** Somebody's own wish. Whoever calls this has had it proven that it is theirs. */
export async function removeOwnAccount(
  db: Database,
  email: string,
  hashAddress: HashAddress,
): Promise<"last-admin" | null> {
  // One key for all tries, so that a repeated one finds its work done.
  const key = randomUUID();
  try {
    await withRetry(async () => {
      const userId = await findUserId(db, email);
      // Registered, and never asked for an access token: there is nothing but the account.
      if (!userId) return removeIdentity(db, email);
      await removePerson(db, { key, actorId: userId, userId }, hashAddress, (person, admins) => {
        if (isLastAdmin(person, admins)) throw new LastAdmin();
      });
    });
    return null;
  } catch (error) {
    if (error instanceof LastAdmin) return "last-admin";
    throw error;
  }
}
