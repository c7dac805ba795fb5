import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AuditAction } from "../../contract/audit.ts";
import { writeAudit } from "../audit/queries.ts";
import type { Database } from "../database/connect.ts";
import type { Outcome } from "../database/outcome.ts";
import type { AuditState } from "../database/schema.ts";
import { addResetLink, dropPassword } from "../identity/access-queries.ts";
import {
  dropResetLinks,
  dropSecondFactors,
  dropSessions,
  endTokensOf,
  findAccountByEmail,
} from "../identity/queries.ts";
import { findUserId, lockAdmins, lockPerson } from "./queries.ts";
import { whyNotLeave } from "./rules.ts";

// What only operators do, by a command on the server itself, so without an actor in the audit log.

/** Locks a person out, or lets them in again. A lock ends all their sessions and tokens at once. */
export async function setLocked(db: Database, email: string, locked: boolean): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const admins = await lockAdmins(trx);
    const found = await findPerson(trx, email);
    if (!found) return "missing";
    const { person, account } = found;
    if (person.locked === locked) return "done";
    const refused = locked ? whyNotLeave(person, admins) : null;
    if (refused) return refused;
    const locked_at = locked ? sql<Date>`now()` : null;
    await trx.updateTable("users").set({ locked_at }).where("id", "=", person.id).execute();
    if (locked) {
      await dropSessions(trx, account.id);
      await endTokensOf(trx, email);
    }
    await record(trx, person.id, locked ? "user.lock" : "user.unlock", { locked });
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
  const id = await findUserId(trx, email);
  const person = id && (await lockPerson(trx, id));
  const account = await findAccountByEmail(trx, email);
  return person && account ? { person, account } : null;
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
