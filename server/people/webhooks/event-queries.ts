import { sql } from "kysely";
import type { WebhookEvent } from "../../../contract/webhooks.ts";
import type { Database } from "../../database/connect.ts";
import { addNews } from "../follows/news-queries.ts";

interface Happened {
  surveyId: string;
  /** With which the event is written once, however often it is told: of a decision, a time, a size. */
  key: string;
}

/** Must be called inside the transaction of the event. Costs two look-ups where nobody wants it. */
export async function addEvent(
  trx: Database,
  type: WebhookEvent,
  happened: Happened,
): Promise<void> {
  await addEvents(trx, type, [happened]);
}

async function addEvents(trx: Database, type: WebhookEvent, events: Happened[]): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ surveyId }) => surveyId);
  // A query of its own, because Citus has surveys elsewhere than webhooks.
  const surveys = await trx
    .selectFrom("surveys")
    .select(["id", "surveyor_id"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const surveyorOf = new Map(surveys.map(({ id, surveyor_id }) => [id, surveyor_id]));
  const keys = events.map(({ key }) => key);
  const surveyors = ids.map((id) => surveyorOf.get(id) ?? null);
  await sql`
    insert into webhook_deliveries (id, webhook_id, type, survey_id)
    select md5(concat_ws(' ', w.id, ${type}::text, e.survey_id, e.key))::uuid,
      w.id, ${type}::text, e.survey_id
    from unnest(${ids}::uuid[], ${surveyors}::uuid[], ${keys}::text[])
      as e (survey_id, surveyor_id, key)
    join webhooks as w on w.of_site or w.user_id = e.surveyor_id
    join users as u on u.id = w.user_id
      and case when w.of_site then u.admin else u.role = 'surveyor' end
    where w.enabled and ${type}::text = any(w.events)
    order by 1
    on conflict (id) do nothing
  `.execute(trx);
}

// The closing of a secret survey is told by whoever counts its ballots.
const isCounted = sql`counting is distinct from 'closing'`;
// Those who were stopped for so long find what they have missed.
const LOOK_BACK = sql`interval '1 hour'`;
const SOON = sql`interval '1 day'`;
// Longer than a round and a transaction that writes votes.
const RECENT = sql`interval '10 minutes'`;
// Shorter than a minute by less than a round may come early.
const ONCE_IN = sql`interval '50 seconds'`;

/** What happens by itself: closings, and results that have changed in the last minute. */
export async function addEventsOfTime(db: Database): Promise<void> {
  const wanted = await findWanted(db);
  const soon = await findClosing(db, sql`now()`, sql`now() + ${SOON}`);
  await addNews(db, "closes-soon", soon);
  if (wanted.has("survey.closing_soon")) await addEvents(db, "survey.closing_soon", soon);
  const closed = await findClosing(db, sql`now() - ${LOOK_BACK}`, sql`now()`, isCounted);
  await addNews(db, "closed", closed);
  if (wanted.has("survey.closed")) await addEvents(db, "survey.closed", closed);
  if (wanted.has("result.changed")) await addChangedResults(db);
}

async function findWanted(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ type: string }>`
    select distinct unnest(events) as type from webhooks where enabled`.execute(db);
  return new Set(rows.map(({ type }) => type));
}

/** By the index of the lists of surveys that close soonest. */
async function findClosing(
  db: Database,
  after: ReturnType<typeof sql>,
  until: ReturnType<typeof sql>,
  which = sql`true`,
) {
  const end = sql`coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00')`;
  const { rows } = await sql<{ surveyId: string; closesAt: Date }>`
    select id as "surveyId", closes_at as "closesAt" from surveys
    where status = 'published' and ${end} > ${after} and ${end} <= ${until} and ${which}`.execute(
    db,
  );
  return rows.map(({ surveyId, closesAt }) => ({ surveyId, key: closesAt.toISOString() }));
}

/** Looks at surveys with recent votes, so that a vote itself does nothing for webhooks. */
async function addChangedResults(db: Database): Promise<void> {
  const { rows: recent } = await sql<{ id: string; yes: number; no: number }>`
    with recent as (
      select distinct survey_id from votes where created_at > now() - ${RECENT}
      union select distinct survey_id from ballots where hour >= date_trunc('hour', now() - ${RECENT})
    )
    select t.survey_id as id, t.yes, t.no
    from recent join survey_tallies as t on t.survey_id = recent.survey_id`.execute(db);
  if (recent.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ surveyId: string; key: string }>`
      insert into webhook_results as r (survey_id, yes, no)
      select * from unnest(${recent.map(({ id }) => id)}::uuid[],
        ${recent.map(({ yes }) => yes)}::int[], ${recent.map(({ no }) => no)}::int[]) as t
      order by 1
      on conflict (survey_id) do update
        set yes = excluded.yes, no = excluded.no, told_at = excluded.told_at
        where (r.yes, r.no) is distinct from (excluded.yes, excluded.no)
          and r.told_at < now() - ${ONCE_IN}
      returning survey_id as "surveyId", told_at::text as key`.execute(trx);
    await addEvents(trx, "result.changed", rows);
  });
}
