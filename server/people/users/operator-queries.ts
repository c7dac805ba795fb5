import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AuditAction } from "../../../contract/audit.ts";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import type { AuditState } from "../../database/tables/audit.ts";
import { writeAudit } from "../audit/queries.ts";
import { addResetLink, dropPassword } from "../identity/access-queries.ts";
import {
  dropResetLinks,
  dropSecondFactors,
  dropSessions,
  findAccountByEmail,
} from "../identity/queries.ts";
import { endTokensOf } from "../identity/token-queries.ts";
import { endTokensFor } from "../tokens/queries.ts";
import { findUserId, type HashAddress } from "./queries.ts";
import { whyNotLeave } from "./rules.ts";
import { lockAdmins, lockPerson } from "./standing-queries.ts";

// What only operators do, by a command on the server itself, so without an actor in the audit log.

/**
 * Locks an address out, or lets it in again. That ends all sessions and tokens of whoever has it: an
 * unlock too, because a session that was being opened during the lock must not come back by it.
 * Deleted people are locked by the hash of their address, for whoever registers it again.
 */
export async function setLocked(
  db: Database,
  email: string,
  locked: boolean,
  hashAddress: HashAddress,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    const locked_at = locked ? sql<Date>`now()` : null;
    // Before the person is looked for: whoever registers the address meanwhile reads these rows.
    const former = await trx
      .updateTable("former_people")
      .set({ locked_at })
      .where("address_hash", "=", hashAddress(email))
      .returning("user_id")
      .execute();
    const { person, account } = await find(trx, email);
    const userId = person?.id ?? former[0]?.user_id;
    if (!userId) return "missing";
    if (person) {
      if ((person.lockedAt !== null) === locked) return "done";
      const refused = locked ? whyNotLeave(person, admins) : null;
      if (refused) return refused;
      await trx.updateTable("users").set({ locked_at }).where("id", "=", userId).execute();
      await endTokensOf(trx, email);
    }
    if (account) await dropSessions(trx, account.id);
    await record(trx, userId, locked ? "user.lock" : "user.unlock", { locked });
    return "done";
  });
}

/**
 * Ends a person's password, sessions and earlier reset links. Returns the token of a new link, with
 * which they choose another password.
 */
export async function resetAccess(
  db: Database,
  email: string,
  { forgetFactors }: { forgetFactors: boolean },
): Promise<Outcome<{ token: string }>> {
  return db.transaction().execute(async (trx) => {
    const found = await findPerson(trx, email);
    if (!found) return "missing";
    const { person, account } = found;
    await endTokensFor(trx, { userId: person.id });
    await dropPassword(trx, account.id);
    await dropSessions(trx, account.id);
    await dropResetLinks(trx, account.id);
    if (forgetFactors) await dropSecondFactors(trx, account.id);
    await endTokensOf(trx, email);
    await record(trx, person.id, "user.reset", forgetFactors ? { secondFactors: false } : {});
    return { token: await addResetLink(trx, account.id) };
  });
}

/** For people who have lost their device and their recovery codes. */
export async function forgetFactors(db: Database, email: string): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const found = await findPerson(trx, email);
    if (!found) return "missing";
    await dropSecondFactors(trx, found.account.id);
    await record(trx, found.person.id, "user.forget-factors", { secondFactors: false });
    return "done";
  });
}

async function findPerson(trx: Database, email: string) {
  const { person, account } = await find(trx, email);
  return person && account ? { person, account } : null;
}

async function find(trx: Database, email: string) {
  const id = await findUserId(trx, email);
  const person = id ? await lockPerson(trx, id) : undefined;
  return { person, account: await findAccountByEmail(trx, email) };
}

async function record(trx: Database, id: string, action: AuditAction, after: AuditState) {
  await writeAudit(trx, {
    id: randomUUID(),
    actorId: null,
    action,
    subject: { kind: "user", id },
    before: {},
    after,
  });
}
