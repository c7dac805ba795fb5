import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { withRetry } from "./retry.ts";

/** How long it is known which votes came from the same network. The privacy text says so. */
const NETWORK_DAYS = 30;
// Few enough votes, even on a busy day, that the index by day finds them quickly.
const STEP_MS = 10 * 60_000;
// A fraction of a second of work.
const VOTES_AT_ONCE = 2_000;
const tables = ["votes", "ballot_papers"] as const;
type Cast = (typeof tables)[number];

/**
 * Empties the networks of votes that are older than 30 days. Goes on where it stopped, so it reads
 * each vote once, by the index that the overview uses. Two servers may do it at once: what the
 * other has emptied is skipped.
 */
export async function clearNetworks(db: Database): Promise<void> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select cleared_to as from, now() - make_interval(days => ${NETWORK_DAYS}) as to
    from network_clearing
  `.execute(db);
  const [span] = rows;
  if (!span) return;
  for (let from = span.from; from < span.to; ) {
    const next = new Date(Math.min(from.getTime() + STEP_MS, span.to.getTime()));
    for (const table of tables) {
      while ((await withRetry(() => clearSome(db, table, from, next))) === VOTES_AT_ONCE);
    }
    await db
      .updateTable("network_clearing")
      .set({ cleared_to: next })
      .where("cleared_to", "<", next)
      .execute();
    from = next;
  }
}

/** Returns how many. */
async function clearSome(db: Database, table: Cast, from: Date, before: Date): Promise<number> {
  const { rows } = await sql<{ surveyId: string; userId: string }>`
    select survey_id as "surveyId", user_id as "userId" from ${sql.table(table)}
    where created_at >= ${from} and created_at < ${before} and network is not null
    limit ${sql.lit(VOTES_AT_ONCE)}
  `.execute(db);
  if (rows.length === 0) return 0;
  const surveyIds = rows.map(({ surveyId }) => surveyId);
  const userIds = rows.map(({ userId }) => userId);
  await sql`
    update ${sql.table(table)} as v set network = null
    from unnest(${surveyIds}::uuid[], ${userIds}::uuid[]) as g (survey_id, user_id)
    where v.survey_id = g.survey_id and v.user_id = g.user_id
      and v.survey_id = any(${[...new Set(surveyIds)]}::uuid[])
  `.execute(db);
  return rows.length;
}

/** For a person who is deleted, at once. Their papers are deleted. */
export async function forgetNetworks(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable("votes")
    .set({ network: null })
    .where("user_id", "=", userId)
    .where("network", "is not", null)
    .execute();
}
