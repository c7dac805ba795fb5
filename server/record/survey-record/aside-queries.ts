import { sql } from "kysely";
import { PLACES_MAX, toText } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import { isAudited, writeAudit } from "../../people/audit/queries.ts";
import { addNotices } from "../../people/notices/queries.ts";
import { addEvent } from "../../people/webhooks/event-queries.ts";
import {
  type Asides,
  type Change,
  changeTally,
  findGroup,
  type NewGroup,
  type Restoring,
} from "../../surveys/votes/aside-queries.ts";
import { addToHours } from "../timeline/queries.ts";
import { aheadTo, appendEntries, enterVotes } from "./enter-queries.ts";
import {
  type LockedRecord,
  lockRecord,
  type RecordDeps,
  type VoteToEnter,
  voteColumns,
} from "./queries.ts";

interface Deps extends RecordDeps {
  db: Database;
}

export function createAsides(deps: Deps): Asides {
  const inTransaction = (work: (trx: Database) => Promise<Outcome<number>>) =>
    deps.db.transaction().execute(work);
  return {
    setAside: (group) => inTransaction((trx) => setAside(deps, trx, group)),
    restore: (change) => inTransaction((trx) => restore(deps, trx, change)),
  };
}

// Everything that writes locks in this order: the record, votes by their keys, the tally. The vote
// writer has the last two of them, the publisher the first two.

async function setAside(deps: Deps, trx: Database, group: NewGroup): Promise<Outcome<number>> {
  const { key, surveyId, adminId, reason, finding, userIds } = group;
  const record = await lockRecord(trx, deps, surveyId, { wait: true });
  if (!record) return "missing";
  const earlier = await findGroup(trx, surveyId, key);
  if (earlier) return earlier.votes;
  const votes = await lockVotes(
    trx,
    surveyId,
    sql`user_id = any(${userIds}::uuid[]) and set_aside is null`,
  );
  if (votes.length === 0) return { refused: "votes.not-counting" };
  const entered = await enterMissing(deps, trx, record, votes);
  if (!entered) return { refused: "survey.just-closed" };
  await trx
    .insertInto("set_asides")
    .values({
      survey_id: surveyId,
      id: key,
      admin_id: adminId,
      finding,
      reason,
      votes: votes.length,
    })
    .execute();
  await markVotes(trx, surveyId, votes, key);
  await finish(deps, trx, entered, group, votes, "set-aside");
  return votes.length;
}

async function restore(deps: Deps, trx: Database, change: Restoring): Promise<Outcome<number>> {
  const { key, surveyId, adminId, reason, groupId } = change;
  const record = await lockRecord(trx, deps, surveyId, { wait: true });
  const group = record && (await findGroup(trx, surveyId, groupId));
  if (!group) return "missing";
  if (await isAudited(trx, key)) return group.votes;
  if (group.restored_at) return { refused: "votes.counting" };
  const votes = await lockVotes(trx, surveyId, sql`set_aside = ${groupId}`);
  await trx
    .updateTable("set_asides")
    .set({ restored_at: sql<Date>`now()`, restored_by: adminId, restored_reason: reason })
    .where("survey_id", "=", surveyId)
    .where("id", "=", groupId)
    .execute();
  await markVotes(trx, surveyId, votes, null);
  await finish(deps, trx, record, change, votes, "restored");
  return votes.length;
}

async function lockVotes(trx: Database, surveyId: string, which: ReturnType<typeof sql>) {
  const { rows } = await sql<VoteToEnter>`
    select ${voteColumns} from votes as v where v.survey_id = ${surveyId} and ${which}
    order by v.user_id for no key update
  `.execute(trx);
  return rows;
}

async function markVotes(
  trx: Database,
  surveyId: string,
  votes: VoteToEnter[],
  groupId: string | null,
): Promise<void> {
  await trx
    .updateTable("votes")
    .set({ set_aside: groupId })
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", sql<string>`any(${votes.map(({ userId }) => userId)}::uuid[])`)
    .execute();
}

/**
 * Enters those that are not in the record yet: an entry can only name votes before it. Returns the
 * record as it is then, or null if no more votes can be entered.
 */
async function enterMissing(
  { signer }: Deps,
  trx: Database,
  record: LockedRecord,
  votes: VoteToEnter[],
): Promise<LockedRecord | null> {
  const entered = await readPlaces(trx, record.survey_id, votes);
  const missing = votes.filter(({ userId }) => !entered.has(userId));
  if (missing.length > 0 && record.closed) return null;
  return enterVotes(trx, signer, record, { votes: missing }, aheadTo(record, missing));
}

/** The places of these people's votes in the record, as far as they are in it. */
async function readPlaces(
  trx: Database,
  surveyId: string,
  votes: VoteToEnter[],
): Promise<Map<string, number>> {
  const userIds = votes.map(({ userId }) => userId);
  const { rows } = await sql<{ userId: string; place: number }>`
    select v.user_id as "userId", e.position as place
    from votes as v join record_entries as e on e.survey_id = v.survey_id and e.receipt = v.receipt
    where v.survey_id = ${surveyId} and e.survey_id = ${surveyId}
      and v.user_id = any(${userIds}::uuid[])
  `.execute(trx);
  return new Map(rows.map(({ userId, place }) => [userId, place]));
}

/**
 * The part that is the same in both directions: takes votes that are in the record out of all counts, or
 * counts them again, and says so to everybody.
 */
async function finish(
  { signer }: Deps,
  trx: Database,
  record: LockedRecord,
  { key, surveyId, adminId, reason }: Change,
  votes: VoteToEnter[],
  kind: "set-aside" | "restored",
): Promise<void> {
  const found = await readPlaces(trx, surveyId, votes);
  if (found.size !== votes.length) throw new Error("A vote is missing in the record");
  const places = [...found.values()].sort((a, b) => a - b);
  const date = new Date().toISOString().slice(0, 10);
  const entries = Array.from({ length: Math.ceil(places.length / PLACES_MAX) }, (_, index) => {
    const some = places.slice(index * PLACES_MAX, (index + 1) * PLACES_MAX);
    return { text: toText({ kind, places: some, reason, date }) };
  });
  await appendEntries(trx, signer, record, entries);
  const sign = kind === "restored" ? 1 : -1;
  await addToHours(trx, surveyId, votes, sign);
  await changeTally(trx, surveyId, votes, sign);
  await writeAudit(trx, {
    id: key,
    actorId: adminId,
    action: kind === "restored" ? "votes.restore" : "votes.set-aside",
    subject: { kind: "survey", id: surveyId },
    before: {},
    after: { votes: votes.length, reason },
  });
  const userIds = votes.map(({ userId }) => userId);
  await addNotices(trx, userIds, { id: key, kind, surveyId, message: reason });
  if (kind === "set-aside") await addEvent(trx, "vote.set_aside", { surveyId, key });
}
