import { sql } from "kysely";
import type { Finding, FindingKind } from "../../../contract/suspicion.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import { withRetry } from "../../database/retry.ts";
import { sumVotes } from "./queries.ts";
import { findSuspicious, VOTES_MIN } from "./rules.ts";

/** Looks at a survey's votes, and remembers what stands out for the list of such surveys. */
export async function lookAt(db: Database, surveyId: string) {
  const { sums, lookedAt } = await sumVotes(db, surveyId);
  const findings = findSuspicious(sums);
  await saveSummary(db, surveyId, findings);
  return { findings, lookedAt };
}

async function saveSummary(db: Database, surveyId: string, findings: Finding[]): Promise<void> {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const votes = Math.max(0, ...findings.map((finding) => finding.votes));
  await sql`
    insert into suspicion_summaries (survey_id, looked_at, counted, kinds, votes)
    select t.survey_id, now(), t.votes, ${kinds}::text[], ${votes}
    from survey_tallies as t where t.survey_id = ${surveyId}
    on conflict (survey_id) do update set looked_at = excluded.looked_at, counted = excluded.counted,
      kinds = excluded.kinds, votes = excluded.votes
  `.execute(db);
}

/** Surveys in which something stood out, those with the most such votes first. */
export async function listFound(db: Database, page: PageRequest) {
  const query = db
    .selectFrom("suspicion_summaries as f")
    .innerJoin("surveys as s", "s.id", "f.survey_id")
    .select(["f.survey_id as surveyItemId", "s.title", "s.language", "s.status", "f.votes"])
    .select([sql<FindingKind[]>`f.kinds`.as("kinds"), isoTime("f.looked_at").as("timestamp")])
    .where("f.votes", ">", 0);
  return readPage(db, query, { by: "votes", id: "surveyItemId", type: "count" }, page);
}

// A look at a large survey takes some seconds. The next round has the rest.
const SURVEYS_AT_ONCE = 10;
/** Votes that stand out become old, and networks are forgotten. */
const LOOK_AGAIN_HOURS = 24;
// What another server is looking at, or has just looked at.
const PAUSE_MINUTES = 5;

/**
 * Surveys whose number of votes has changed so much that there may be something new, and those in
 * which something stood out a day ago. Compares the counts of all surveys, as the publisher does.
 */
async function findDue(db: Database): Promise<string[]> {
  const { rows } = await sql<{ surveyId: string }>`
    select t.survey_id as "surveyId" from survey_tallies as t
    left join suspicion_summaries as f on f.survey_id = t.survey_id
    where (t.votes >= ${VOTES_MIN} and abs(t.votes - coalesce(f.counted, 0)) >= ${VOTES_MIN / 2}
        and coalesce(f.looked_at < now() - make_interval(mins => ${PAUSE_MINUTES}), true))
      or (f.votes > 0 and f.looked_at < now() - make_interval(hours => ${LOOK_AGAIN_HOURS}))
    order by abs(t.votes - coalesce(f.counted, 0)) desc limit ${sql.lit(SURVEYS_AT_ONCE)}
  `.execute(db);
  return rows.map(({ surveyId }) => surveyId);
}

/** False if another server has begun to look at it. */
async function claim(db: Database, surveyId: string): Promise<boolean> {
  const first = await db
    .insertInto("suspicion_summaries")
    .values({ survey_id: surveyId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("survey_id")
    .execute();
  if (first.length === 1) return true;
  const later = await sql`
    update suspicion_summaries set looked_at = now()
    where survey_id = ${surveyId} and looked_at < now() - make_interval(mins => ${PAUSE_MINUTES})
    returning survey_id
  `.execute(db);
  return later.rows.length === 1;
}

/** One round. Several servers may do it at once. */
export async function lookAtDue(db: Database, signal?: AbortSignal): Promise<void> {
  for (const surveyId of await findDue(db)) {
    if (signal?.aborted) return;
    if (await withRetry(() => claim(db, surveyId))) await lookAt(db, surveyId);
  }
}
