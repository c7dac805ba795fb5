import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import type { Ballot, Found } from "./ballot.ts";

// Surveys that version 1.0 has begun: their ballots are put in place in groups until they close. All that
// is only for them is here, and goes with version 2.0.

// Each hides the others of its group.
const GROUP_LEAST = 10;
// Nobody waits longer to be counted, however few there are.
const WAIT_HOURS = 24;
// A transaction that takes ballots has ended by then.
const AFTER_CLOSING_SECONDS = 60;

/** Adds ballots to the inbox, except those that are counted. */
export async function insertInGroups(
  trx: Database,
  ballots: Ballot[],
  counted: Map<string, Found>,
): Promise<void> {
  const rows = ballots
    .filter(({ surveyId, receipt }) => !counted.has(surveyId + receipt))
    // In the order of their keys, so that those of two servers can't deadlock.
    .sort((a, b) => (a.surveyId + a.receipt < b.surveyId + b.receipt ? -1 : 1))
    .map((ballot) => ({
      survey_id: ballot.surveyId,
      receipt: ballot.receipt,
      serial: ballot.serial,
      signature: ballot.signature,
      vote: ballot.vote,
      nonce: ballot.nonce,
      text_hash: Buffer.from(ballot.textHash, "hex"),
    }));
  if (rows.length === 0) return;
  await trx
    .insertInto("ballot_inbox")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** For tests: how many make a group, and after how many hours fewer do. */
export interface Groups {
  least?: number;
  waitHours?: number;
}

/** Puts the ballots in place that have waited for others. Two servers may do it at once. */
export async function settleBallots(db: Database, groups: Groups = {}): Promise<void> {
  const due = await findDue(db, groups);
  for (const surveyId of due) {
    await withRetry(() => db.transaction().execute((trx) => settle(trx, surveyId)));
  }
  // What is deleted stays on disk until then, in the order of its arrival.
  if (due.length > 0) await sql`vacuum ballot_inbox`.execute(db);
}

async function findDue(
  db: Database,
  { least = GROUP_LEAST, waitHours = WAIT_HOURS }: Groups,
): Promise<string[]> {
  const thisHour = sql`date_trunc('hour', now())`;
  const { rows } = await sql<{ surveyId: string }>`
    select s.id as "surveyId"
    from surveys as s join (
      select survey_id, count(*) as waiting, min(hour) as since from ballot_inbox group by survey_id
    ) as i on i.survey_id = s.id
    where (i.waiting >= ${least} and i.since < ${thisHour})
      or i.since < ${thisHour} - make_interval(hours => ${waitHours})
      or s.closes_at <= now() - make_interval(secs => ${AFTER_CLOSING_SECONDS})
  `.execute(db);
  return rows.map(({ surveyId }) => surveyId);
}

/**
 * In one transaction, in the order of their receipts, which are random, and all with the hour of the
 * last: nothing that is stored tells in which order they came, or who asked for a paper in that hour.
 */
async function settle(trx: Database, surveyId: string): Promise<void> {
  // Whoever is about to add to the inbox waits, so that what is copied is what is deleted.
  await sql`select 1 from ballot_keys where survey_id = ${surveyId} for update`.execute(trx);
  const { rows } = await sql<{ vote: "yes" | "no" }>`
    insert into ballots (survey_id, receipt, serial, signature, vote, nonce, text_hash, hour)
    select survey_id, receipt, serial, signature, vote, nonce, text_hash, max(hour) over ()
    from ballot_inbox where survey_id = ${surveyId} order by receipt
    on conflict (survey_id, receipt) do nothing returning vote
  `.execute(trx);
  await sql`delete from ballot_inbox where survey_id = ${surveyId}`.execute(trx);
  const yes = rows.filter(({ vote }) => vote === "yes").length;
  await trx
    .updateTable("survey_tallies")
    .set((eb) => ({ yes: eb("yes", "+", yes), no: eb("no", "+", rows.length - yes) }))
    .where("survey_id", "=", surveyId)
    .execute();
}
