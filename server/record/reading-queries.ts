import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { EXPORT_PAGE } from "../database/keyset.ts";
import { withRetry } from "../database/retry.ts";
import type { StoredEntry } from "./rules.ts";

/** Undefined until the survey's first votes are entered. */
export async function findRecord(db: Database, surveyId: string) {
  return db
    .selectFrom("records")
    .select(["origin", "size", "checkpoint"])
    .where("survey_id", "=", surveyId)
    .where("size", ">", 0)
    .executeTakeFirst();
}

export async function listKeys(db: Database) {
  return db.selectFrom("record_keys").selectAll().orderBy("created_at", "desc").execute();
}

/** What everybody is shown of a published survey, and what those who may see its results are. */
export async function findShown(db: Database, surveyId: string) {
  const survey = await db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.title", "s.description", "s.question", "t.yes", "t.no", "t.votes"])
    .select("t.set_aside as setAside")
    .where("s.id", "=", surveyId)
    .where("s.status", "=", "published")
    .executeTakeFirst();
  if (!survey) return undefined;
  const { votes, setAside, ...shown } = survey;
  return { votes, setAside, shown };
}

export async function findPlace(
  db: Database,
  surveyId: string,
  receipt: string,
): Promise<number | undefined> {
  const entry = await db
    .selectFrom("record_entries")
    .select("position")
    .where("survey_id", "=", surveyId)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return entry?.position;
}

interface Places {
  from: number;
  before: number;
}

/** The last entry before a place that sets the vote at the first place aside or restores it. */
export async function findLastChange(db: Database, surveyId: string, { from, before }: Places) {
  const { rows } = await sql<{ position: number; text: string }>`
    select e.position, e.text from record_entries as e
    where e.survey_id = ${surveyId} and e.text is not null
      and e.position > ${from} and e.position < ${before}
      and case when e.text like 'set-aside {%' or e.text like 'restored {%'
        then substr(e.text, strpos(e.text, '{'))::jsonb -> 'places' @> to_jsonb(${from}::bigint)
        else false end
    order by e.position desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

export async function readEntries(
  db: Database,
  surveyId: string,
  { from, before }: Places,
): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom("record_entries")
    .select(["receipt", "vote", "text"])
    .where("survey_id", "=", surveyId)
    .where("position", ">=", from)
    .where("position", "<", before)
    .orderBy("position")
    .execute();
  return rows.map(({ receipt, vote, text }) =>
    receipt && vote ? { receipt: withoutDashes(receipt), vote } : { text: text ?? "" },
  );
}

/**
 * The texts of these entries, as `textOf` of `rules.ts` writes them, in a JSON array. Everybody may
 * ask for a thousand at a time, and PostgreSQL hashes them in a fraction of the time.
 */
export async function readTextsAsJson(
  db: Database,
  surveyId: string,
  { from, before }: Places,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select '[' || coalesce(string_agg(coalesce(to_json(text)::text, '"vote ' || encode(sha256(
      convert_to(concat(${`survey-record/v1 commitment\n${surveyId}\n`}::text,
        replace(receipt::text, '-', ''), E'\\n', vote, E'\\n'), 'UTF8')), 'hex') || '\\n"'),
      ',' order by position), '') || ']' as json
    from record_entries
    where survey_id = ${surveyId} and position >= ${from} and position < ${before}
  `.execute(db);
  return rows[0]?.json ?? "[]";
}

/** These entries as everybody who may see the results gets them. */
export async function readOpened(db: Database, surveyId: string, places: Places) {
  const entries = await withRetry(() => readEntries(db, surveyId, places));
  return entries.map((entry, index) => {
    const place = places.from + index;
    return "text" in entry
      ? { place, receipt: "", vote: "" as const, entry: entry.text }
      : { place, receipt: entry.receipt, vote: entry.vote, entry: "" };
  });
}

/** All entries, by pages with a query each, so that a slow reader holds no snapshot open. */
export async function* eachOpened(db: Database, surveyId: string) {
  for (let from = 0; ; from += EXPORT_PAGE) {
    const entries = await readOpened(db, surveyId, { from, before: from + EXPORT_PAGE });
    const { length } = entries;
    yield entries;
    if (length < EXPORT_PAGE) return;
  }
}

/** The person's own vote on a survey that is published. */
export async function findVote(db: Database, surveyId: string, userId: string) {
  const vote = await db
    .selectFrom("votes as v")
    .innerJoin("surveys as s", "s.id", "v.survey_id")
    .select(["v.receipt", "v.vote as choice", "v.created_at as createdAt"])
    .where("v.survey_id", "=", surveyId)
    .where("v.user_id", "=", userId)
    .where("s.id", "=", surveyId)
    .where("s.status", "=", sql.lit("published"))
    .executeTakeFirst();
  return vote && { ...vote, receipt: vote.receipt && withoutDashes(vote.receipt) };
}

/** PostgreSQL writes 128 bits as a uuid. */
export function withoutDashes(receipt: string): string {
  return receipt.replaceAll("-", "");
}
