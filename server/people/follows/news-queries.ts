import { type RawBuilder, sql } from "kysely";
import { type NewsKind, newsKinds } from "../../../contract/notices.ts";
import type { Database } from "../../database/connect.ts";
import { addNotices } from "../notices/queries.ts";

// A few milliseconds; the rest of a survey's followers are told in further transactions.
const TOLD_AT_ONCE = 1_000;
// Longer than the job of closings looks back, so that none is told twice.
const KEPT = sql`interval '7 days'`;
// Whoever was away for longer finds results on the surveys themselves.
const NOTICES_KEPT = sql`interval '90 days'`;
// Until then the last votes are in the record, and the last ballots are counted.
const AFTER_CLOSING = sql`interval '5 minutes'`;

interface Event {
  surveyId: string;
  /** With which it is told once: of a decision, or a closing time. */
  key: string;
}

/** A uuid of version 8, as which RFC 9562 has those that are made of something else. */
const eventId = (kind: NewsKind) => sql`overlay(overlay(
  md5(concat_ws(' ', ${kind}::text, survey_id, key)) placing '8' from 13) placing '8' from 17)::uuid`;

/** Must be called inside the transaction of the event, if it has one. */
export async function addNews(trx: Database, kind: NewsKind, events: Event[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into news (id, kind, survey_id, due_at)
    select ${eventId(kind)}, ${kind}::text, survey_id,
      now() + case when ${kind}::text = 'closed' then ${AFTER_CLOSING} else interval '0' end
    from unnest(${events.map(({ surveyId }) => surveyId)}::uuid[],
      ${events.map(({ key }) => key)}::text[]) as event (survey_id, key)
    order by 1
    on conflict (id) do nothing`.execute(trx);
}

/** Tells the next followers of the oldest event. False if everybody has been told everything. */
export async function tellSome(db: Database): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const event = await trx
      .selectFrom("news")
      .select(["id", "kind", "survey_id as surveyId", "told_to as after", "created_at as since"])
      .where("due_at", "<=", sql<Date>`now()`)
      .orderBy("due_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!event) return false;
    const { id, kind, surveyId } = event;
    const survey = await trx
      .selectFrom("surveys")
      .select(["surveyor_id as surveyorId", "category", "status"])
      .where("id", "=", surveyId)
      .executeTakeFirst();
    const isTold = survey && (survey.status === "published") !== (kind === "taken-down");
    const found = isTold ? await findNext(trx, event, survey) : [];
    const told = await withoutThoseWhoStopped(trx, event, found);
    await addNotices(trx, told, { id, kind, surveyId });
    const isDone = found.length < TOLD_AT_ONCE;
    await trx
      .updateTable("news")
      .set(isDone ? { due_at: null } : { told_to: found.at(-1) ?? null })
      .where("id", "=", id)
      .execute();
    return true;
  });
}

interface Told {
  kind: NewsKind;
  surveyId: string;
  /** Those up to it have been told. */
  after: string | null;
  /** When it happened. */
  since: Date;
}

/** In the order of their ids. Each query is of one index, and of one machine where there are several. */
async function findNext(
  db: Database,
  { kind, surveyId, after, since }: Told,
  { surveyorId, category }: { surveyorId: string; category: string },
): Promise<string[]> {
  const next = sql`user_id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid
    order by user_id limit ${TOLD_AT_ONCE}`;
  // To whoever follows a surveyor later, this survey is not new.
  const before = kind === "new" ? sql`created_at <= ${since}` : sql`true`;
  const followers = (of: string, target: string) =>
    sql<{ id: string }>`select user_id as id from follows
      where kind = ${of} and target = ${target} and wanted and ${before} and ${next}`;
  const sources =
    kind === "new"
      ? [followers("surveyor", surveyorId), followers("category", category)]
      : kind === "closes-soon"
        ? [followers("survey", surveyId)]
        : [followers("survey", surveyId), ...answered(surveyId, next)];
  return [...(await idsOf(db, sources))].sort().slice(0, TOLD_AT_ONCE);
}

type People = RawBuilder<{ id: string }>;

/** Also in a secret ballot, of which only the papers are known. */
const answered = (surveyId: string, which: RawBuilder<unknown>): People[] =>
  ["votes", "ballot_papers"].map(
    (table) => sql`select user_id as id from ${sql.table(table)}
      where survey_id = ${surveyId} and ${which}`,
  );

async function idsOf(db: Database, queries: People[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const query of queries) {
    for (const { id } of (await query.execute(db)).rows) found.add(id);
  }
  return found;
}

/** Nor those who know it already: the surveyor, and of a closing that is near, whoever has voted. */
async function withoutThoseWhoStopped(
  db: Database,
  { kind, surveyId }: Told,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const among = sql`user_id = any(${ids}::uuid[])`;
  const left: People[] = [
    sql`select user_id as id from follows
      where kind = 'survey' and target = ${surveyId} and not wanted and ${among}`,
    sql`select surveyor_id as id from surveys where id = ${surveyId}`,
    ...(kind === "closes-soon" ? answered(surveyId, among) : []),
  ];
  const out = await idsOf(db, left);
  return ids.filter((id) => !out.has(id));
}

/**
 * Queues a mail for each of the people whose news are due, if it is time for the next ones: whichever
 * server asks first. How many people, or null if it is not time.
 */
export async function queueMails(
  db: Database,
  { people, everyMs }: { people: number; everyMs: number },
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    // Servers look a little earlier or later than that. What comes late is made up for.
    const every = sql`make_interval(secs => ${everyMs / 1_000})`;
    const { rows: turn } = await sql`
      update news_pace set next_at = greatest(next_at, now() - ${every}) + ${every}
      where next_at <= now() returning 1`.execute(trx);
    if (turn.length === 0) return null;
    const { rows } = await sql`
      with readers as (
        select distinct user_id from (
          select user_id from notices where due_at <= now() order by due_at limit ${people}
        ) as first
      ), due as (
        update notices as n set due_at = null from readers as r
        where n.user_id = r.user_id and n.due_at <= now()
        returning n.user_id, n.id
      )
      insert into outbox (kind, user_id, about)
      select 'news', user_id, jsonb_build_object('noticeIds', jsonb_agg(id)) from due
      group by user_id
      returning 1`.execute(trx);
    return rows.length;
  });
}

export async function forgetOldNews(db: Database): Promise<void> {
  await sql`delete from news where created_at < now() - ${KEPT}`.execute(db);
  await sql`delete from notices where created_at < now() - ${NOTICES_KEPT}
    and kind = any(${[...newsKinds]}::text[])`.execute(db);
}
