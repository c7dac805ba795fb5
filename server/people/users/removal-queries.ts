import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { DELETED_NAME } from "../../../contract/site.ts";
import { forgetNetworks } from "../../database/clear-networks.ts";
import type { Database } from "../../database/connect.ts";
import { changeInSequence } from "../../database/in-sequence.ts";
import type { Outcome } from "../../database/outcome.ts";
import { withRetry } from "../../database/retry.ts";
import { tables } from "../../database/schema.ts";
import type { Owner } from "../../database/tables/table.ts";
import { isAudited, writeAudit } from "../audit/queries.ts";
import { findProven, removeIdentity } from "../identity/queries.ts";
import { findUserId, type HashAddress } from "./queries.ts";
import { whyNotRemove } from "./rules.ts";
import { lockAdmins, lockPerson, type PersonChange } from "./standing-queries.ts";

interface Removal extends Omit<PersonChange, "actorId"> {
  /** Null for a command on the server itself. */
  actorId: string | null;
  ownWish: boolean;
}

/** Removes a person but keeps their row without a name, so that their votes still count. */
export async function removePerson(
  db: Database,
  { key, actorId, userId, ownWish }: Removal,
  hashAddress: HashAddress,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    await changeInSequence(trx);
    const admins = await lockAdmins(trx);
    const person = await lockPerson(trx, userId);
    if (await isAudited(trx, key)) return "done";
    if (!person) return "missing";
    const refused = whyNotRemove({ actorId, ownWish }, person, admins);
    if (refused) return refused;
    // Before the person's row is locked for good: whoever sets votes aside locks them first.
    await forgetNetworks(trx, userId);
    const { email } = person;
    const provenEmail = await findProven(trx, email);
    await removeIdentity(trx, email);
    const papers = await trx
      .selectFrom("ballot_papers")
      .select("survey_id")
      .where("user_id", "=", userId)
      .execute();
    await deleteRowsOf(trx, { userId, email, provenEmail });
    await trx
      .insertInto("former_people")
      .values({
        papers: papers.map(({ survey_id }) => survey_id),
        address_hash: hashAddress(email),
        user_id: userId,
        locked_at: person.lockedAt,
      })
      .execute();
    await trx
      .updateTable("users")
      .set((eb) => ({
        email: null,
        username: DELETED_NAME,
        url: "",
        role: "user",
        admin: false,
        locked_at: null,
        language: null,
        token_version: eb("token_version", "+", 1),
        tokens_ended_at: sql<Date>`now()`,
        deleted_at: sql<Date>`now()`,
      }))
      .where("id", "=", userId)
      .execute();
    await writeAudit(trx, {
      id: key,
      actorId,
      action: "user.delete",
      subject: { kind: "user", id: userId },
      before: { role: person.role, admin: person.admin },
      after: {},
    });
    return "done";
  });
}

/** All rows that are gone with their person, as the tables say; their account has gone before. */
async function deleteRowsOf(trx: Database, owner: Owner): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    if (!table.rowsOf || table.afterDeletion === "kept") continue;
    await sql`delete from ${sql.table(name)} where ${table.rowsOf(owner)}`.execute(trx);
  }
}

// Twice as long as between two calls.
const LEFT_HOURS = 2;

/**
 * Deletes what people have left whom a server of the version before has just deleted: it doesn't know
 * the tables that this version has added.
 */
export async function deleteLeftRows(db: Database): Promise<void> {
  const people = await db
    .selectFrom("users")
    .select("id")
    // A deletion ends the tokens, of which there is an index.
    .where("tokens_ended_at", ">", sql<Date>`now() - make_interval(hours => ${LEFT_HOURS})`)
    .where("deleted_at", "is not", null)
    .execute();
  // The account went first, and every version knows what is kept for an address.
  for (const { id } of people) await deleteRowsOf(db, { userId: id, email: "", provenEmail: null });
}

/**
 * Removes a person at their own request, or by a command on the server itself. The caller has checked
 * that the account is theirs, or that the operator means it.
 */
export async function removeByAddress(
  db: Database,
  email: string,
  { ownWish }: Pick<Removal, "ownWish">,
  hashAddress: HashAddress,
): Promise<Outcome> {
  // The same key for all tries, so that a retry recognises what an earlier try has done.
  const key = randomUUID();
  return withRetry(async () => {
    const userId = await findUserId(db, email);
    if (userId) {
      const actorId = ownWish ? userId : null;
      return removePerson(db, { key, actorId, userId, ownWish }, hashAddress);
    }
    // They registered but never asked for an access token, so there is only the account.
    return (await removeIdentity(db, email)) || ownWish ? "done" : "missing";
  });
}
