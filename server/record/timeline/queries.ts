import { sql } from "kysely";
import type { Choice } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import type { Sums } from "./rules.ts";

const HOUR_MS = 3_600_000;

interface TimedVote {
  vote: Choice;
  createdAt: Date;
}

/**
 * Counts votes in the hours in which they were cast, or with -1 takes them out again. In the
 * transaction that enters them in the record, sets them aside or restores them; it has the lock on
 * the survey's record.
 */
export async function addToHours(
  trx: Database,
  surveyId: string,
  votes: TimedVote[],
  sign: 1 | -1 = 1,
): Promise<void> {
  if (votes.length === 0) return;
  const hours = new Map<number, Record<Choice, number>>();
  for (const { vote, createdAt } of votes) {
    const hour = Math.floor(createdAt.getTime() / HOUR_MS);
    const sums = hours.get(hour) ?? { yes: 0, no: 0 };
    sums[vote] += sign;
    hours.set(hour, sums);
  }
  const starts = Array.from(hours.keys(), (hour) => new Date(hour * HOUR_MS));
  const column = (vote: Choice) => Array.from(hours.values(), (sums) => sums[vote]);
  await sql`
    insert into record_hours as h (survey_id, hour, yes, no)
    select s.id, g.hour, g.yes, g.no
    from surveys as s cross join unnest(
      ${starts}::timestamptz[], ${column("yes")}::int[], ${column("no")}::int[]
    ) as g (hour, yes, no)
    where s.id = ${surveyId}
    on conflict (survey_id, hour) do update
    set yes = h.yes + excluded.yes, no = h.no + excluded.no
  `.execute(trx);
}

/** Undefined while no vote is in the record. Two reads at the ends of the key. */
export async function findSpan(
  db: Database,
  surveyId: string,
): Promise<{ first: Date; last: Date } | undefined> {
  const { first, last } = await db
    .selectFrom("record_hours")
    .select(({ fn }) => [
      fn.min<Date | null>("hour").as("first"),
      fn.max<Date | null>("hour").as("last"),
    ])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return first && last ? { first, last } : undefined;
}

/** The votes of each step of time, as far as there are any. A year has at most 8,760 rows. */
export async function sumHours(db: Database, surveyId: string, stepMs: number): Promise<Sums[]> {
  const step = stepMs / 1000;
  const start = sql<Date>`to_timestamp(floor(extract(epoch from hour) / ${step}) * ${step})`;
  const { rows } = await sql<Sums>`
    select ${start} as start, sum(yes)::int as yes, sum(no)::int as no
    from record_hours where survey_id = ${surveyId}
    group by 1 order by 1
  `.execute(db);
  return rows;
}
