import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { isNotEntered, type LockedRecord, type VoteToEnter, voteColumns } from "./queries.ts";

/** Votes that come before the last one read and are not in the record, by comparing all of them. */
export async function readLateVotes(
  trx: Database,
  { survey_id, read_to, read_id }: LockedRecord,
  limit: number,
): Promise<VoteToEnter[]> {
  const { rows } = await sql<VoteToEnter>`
    select ${voteColumns} from votes as v
    where v.survey_id = ${survey_id} and ${isNotEntered(survey_id)}
      and (v.created_at, v.id) <= (${read_to}::timestamptz, ${read_id}::uuid)
    limit ${limit}
  `.execute(trx);
  return rows;
}

/**
 * How many of these there are, by counting: the tally's votes less those in the record and those
 * that are still to be read. One statement, so that all of them are of the same moment.
 */
export async function countLateVotes(db: Database, surveyId: string): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    select (t.votes + t.set_aside - r.votes - (
      select count(*) from votes as v
      where v.survey_id = ${surveyId} and (v.created_at, v.id) > (r.read_to, r.read_id)
        and (r.ahead_to < r.read_to or ${isNotEntered(surveyId)})
    ))::int as late
    from survey_tallies as t join records as r on r.survey_id = t.survey_id
    where t.survey_id = ${surveyId} and r.survey_id = ${surveyId}
  `.execute(db);
  return rows[0]?.late ?? 0;
}
