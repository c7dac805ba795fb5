import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { OwnReason } from "../../contract/set-aside-reasons.ts";
import { withdrawComments } from "../comments/queries.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import { emit } from "../events/queries.ts";
import { removeReaction } from "../reactions/queries.ts";
import { changeCounts, type Deps, enterMissing, lockVotes } from "../record/aside-queries.ts";
import { type LockedRecord, waitForRecord } from "../record/queries.ts";
import { moveReports } from "../reports/queries.ts";
import {
  type EndedClaim,
  ensureGhost,
  forgetClaim,
  listEndedClaims,
} from "../users/claim-queries.ts";

/** Public, and what the owner of the address is told. */
const REASON: OwnReason = "address.unproven";

// Many more than there are at a time; the next round has the rest.
const CLAIMS_AT_ONCE = 1_000;

interface Amount {
  /** Only claims of this person's address. */
  ownerId?: string;
  /** On how many surveys; each takes some ten milliseconds. */
  most: number;
  signal?: AbortSignal | undefined;
}

/**
 * Withdraws what was done with an address before somebody else has proven it: votes are set aside,
 * likes and comments are removed. Each survey is a transaction of its own, so that a claim with very
 * many votes keeps nobody waiting. Several servers may do it at once.
 */
export async function withdrawClaims(
  deps: Deps & { log: { warn: (fields: object, message: string) => void } },
  { ownerId, most, signal }: Amount,
): Promise<void> {
  let left = most;
  for (const claim of await listEndedClaims(deps.db, ownerId, CLAIMS_AT_ONCE)) {
    try {
      left -= await withdrawClaim(deps, claim, left, signal);
    } catch (error) {
      deps.log.warn({ err: error }, "votes not withdrawn, will be retried");
    }
    if (left <= 0 || signal?.aborted) return;
  }
}

/** Returns on how many surveys. */
async function withdrawClaim(
  deps: Deps,
  claim: EndedClaim,
  most: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  for (let done = 0; ; done += 1) {
    if (done === most || signal?.aborted) return done;
    const surveyId = await withRetry(() => findNext(deps.db, claim));
    if (!surveyId) {
      await forgetClaim(deps.db, claim.userId);
      return done;
    }
    const ghostId = await withRetry(() => ensureGhost(deps.db, claim.userId));
    if (!ghostId) return done;
    await withRetry(() =>
      deps.db
        .transaction()
        .execute((trx) => withdrawFrom(deps, trx, { ...claim, surveyId, ghostId })),
    );
  }
}

/** A survey on which there is something of the claim. Not in a transaction: it asks every machine. */
async function findNext(db: Database, { userId, endedAt }: EndedClaim): Promise<string | null> {
  for (const table of ["votes", "reactions", "comments", "reports"] as const) {
    const row = await db
      .selectFrom(table)
      .select("survey_id")
      .where("user_id", "=", userId)
      .where("created_at", "<=", endedAt)
      .limit(1)
      .executeTakeFirst();
    if (row) return row.survey_id;
  }
  return null;
}

interface Withdrawal extends EndedClaim {
  surveyId: string;
  ghostId: string;
}

async function withdrawFrom(deps: Deps, trx: Database, withdrawal: Withdrawal): Promise<void> {
  const { surveyId, userId } = withdrawal;
  if (await hasVote(trx, withdrawal)) {
    const record = await waitForRecord(trx, deps, surveyId);
    if (record) await withdrawVote(deps, trx, record, withdrawal);
  }
  await removeReaction(trx, surveyId, userId);
  await withdrawComments(trx, withdrawal);
  await moveReports(trx, withdrawal);
}

async function hasVote(trx: Database, { surveyId, userId }: Withdrawal): Promise<boolean> {
  const vote = await trx
    .selectFrom("votes")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return vote !== undefined;
}

async function withdrawVote(
  deps: Deps,
  trx: Database,
  record: LockedRecord,
  { surveyId, userId, ownerId, endedAt, ghostId }: Withdrawal,
): Promise<void> {
  const votes = await lockVotes(
    trx,
    surveyId,
    sql`user_id = ${userId} and created_at <= ${endedAt}`,
  );
  if (votes.length === 0) return;
  const counting = votes.filter(({ setAside }) => setAside === null);
  if (counting.length > 0) {
    const entered = await enterMissing(deps, trx, record, counting);
    if (!entered) throw new Error("The record is closed without this vote");
    await changeCounts(deps, trx, entered, counting, { kind: "set-aside", reason: REASON });
  }
  const id = randomUUID();
  await trx
    .insertInto("set_asides")
    .values({
      survey_id: surveyId,
      id,
      admin_id: ghostId,
      finding: "unverified",
      reason: REASON,
      votes: counting.length,
      withdrawn: true,
    })
    .execute();
  // Also a vote that an admin had set aside, which must not count again either.
  await trx
    .updateTable("votes")
    .set({ set_aside: id, user_id: ghostId, network: null })
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .execute();
  const told = { userIds: [ownerId], message: REASON };
  await emit(trx, { id, kind: "votes.set-aside", surveyId }, told);
}
