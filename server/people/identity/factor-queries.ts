import type { Database } from "../../database/connect.ts";
import { dropOtherSessions, readConfirmationWays } from "./queries.ts";
import { endTokensOf } from "./token-queries.ts";

interface Enrolment {
  account: { id: string; email: string };
  session: { id: string; secondFactor: boolean };
  /** The id of the new passkey. Without one, the new factor is the authenticator app. */
  passkey?: string | undefined;
}

/**
 * Decides about a factor that a session has just added. A session that no factor has proven may add
 * the first one only: if two bring theirs at once, all but one are taken back. False if this one is.
 */
export async function settleFactor(db: Database, enrolment: Enrolment): Promise<boolean> {
  const { account, session, passkey } = enrolment;
  return db.transaction().execute(async (trx) => {
    // One after the other, so that each sees what those before it have left.
    await trx
      .selectFrom("identity.user")
      .select("id")
      .where("id", "=", account.id)
      .forUpdate()
      .execute();
    const ways = await readConfirmationWays(trx, account.id);
    const isFirst = ways.passkeys + Number(ways.twoFactor) === 1;
    if (!isFirst && !session.secondFactor) {
      if (passkey) await dropPasskey(trx, passkey);
      else await dropApp(trx, account.id);
      return false;
    }
    // An app that somebody began to set up: they may not go on with it.
    if (isFirst && passkey) await dropApp(trx, account.id);
    await trx
      .updateTable("identity.session")
      .set({ secondFactor: true })
      .where("id", "=", session.id)
      .execute();
    if (isFirst) await dropOtherSessions(trx, account.id, session.id);
    else await dropUnprovenSessions(trx, account.id);
    await endTokensOf(trx, account.email);
    return true;
  });
}

async function dropPasskey(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom("identity.passkey").where("id", "=", id).execute();
}

async function dropApp(trx: Database, accountId: string): Promise<void> {
  await trx.deleteFrom("identity.twoFactor").where("userId", "=", accountId).execute();
  await trx
    .updateTable("identity.user")
    .set({ twoFactorEnabled: false })
    .where("id", "=", accountId)
    .execute();
}

async function dropUnprovenSessions(trx: Database, accountId: string): Promise<void> {
  await trx
    .deleteFrom("identity.session")
    .where("userId", "=", accountId)
    .where("secondFactor", "=", false)
    .execute();
}
