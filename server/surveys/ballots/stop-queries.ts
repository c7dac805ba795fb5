import { sql } from "kysely";
import type { FindingKind } from "../../../contract/suspicion.ts";
import { NEW_ACCOUNT_MINUTES } from "../../../contract/suspicion-limits.ts";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import { writeAudit } from "../../people/audit/queries.ts";
import { findAccountByEmail } from "../../people/identity/queries.ts";
import { type Change, findGroup } from "../votes/aside-queries.ts";

// Ballots can't be told apart, so none can be set aside afterwards. Instead, a group of people that
// stands out gets no further papers. A stop is a row of `set_asides` with no votes.

interface Stop extends Change {
  finding: FindingKind;
  /** Of a network, its hash. */
  group: string;
}

/** Returns 0: whoever has had a paper may still cast it. */
export async function stopPapers(db: Database, stop: Stop): Promise<Outcome<number>> {
  const { key, surveyId, adminId, finding, group, reason } = stop;
  // Of minutes that are over, nobody comes again.
  if (finding === "burst") return { refused: "finding.gone" };
  return db.transaction().execute(async (trx) => {
    if (await findGroup(trx, surveyId, key)) return 0;
    const row = { survey_id: surveyId, id: key, admin_id: adminId, finding, reason, votes: 0 };
    await trx
      .insertInto("set_asides")
      .values({ ...row, stops: finding === "network" ? group : "" })
      .execute();
    await audit(trx, stop, "papers.stop");
    return 0;
  });
}

export async function resumePapers(
  db: Database,
  change: Change & { groupId: string },
): Promise<Outcome<number>> {
  const { surveyId, groupId, adminId, reason } = change;
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("set_asides")
      .set({ restored_at: sql`now()`, restored_by: adminId, restored_reason: reason })
      .where("survey_id", "=", surveyId)
      .where("id", "=", groupId)
      .where("restored_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return (await findGroup(trx, surveyId, groupId)) ? 0 : "missing";
    await audit(trx, change, "papers.resume");
    return 0;
  });
}

function audit(trx: Database, change: Change, action: "papers.stop" | "papers.resume") {
  const { key, surveyId, adminId, reason } = change;
  const subject = { kind: "survey" as const, id: surveyId };
  return writeAudit(trx, {
    id: key,
    actorId: adminId,
    action,
    subject,
    before: {},
    after: { reason },
  });
}

/** Whether a stop concerns somebody who asks for a paper from this network. */
export async function isStopped(
  trx: Database,
  surveyId: string,
  { userId, network }: { userId: string; network: number },
): Promise<boolean> {
  const stops = await trx
    .selectFrom("set_asides")
    .select(["finding", "stops"])
    .where("survey_id", "=", surveyId)
    .where("stops", "is not", null)
    .where("restored_at", "is", null)
    .execute();
  if (stops.length === 0) return false;
  const kinds = new Set(stops.map(({ finding }) => finding));
  const person = await trx
    .selectFrom("users")
    .select("email")
    .select(
      sql<boolean>`created_at > now() - make_interval(mins => ${NEW_ACCOUNT_MINUTES})`.as("isNew"),
    )
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const own = network.toString(16).padStart(12, "0");
  const isUnverified =
    kinds.has("unverified") &&
    (await findAccountByEmail(trx, person.email ?? ""))?.emailVerified === false;
  return (
    stops.some(({ stops: group }) => group === own) ||
    (kinds.has("new-accounts") && person.isNew) ||
    isUnverified
  );
}
