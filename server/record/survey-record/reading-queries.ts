import { sql } from "kysely";
import { parseTranslations, type SurveyText } from "../../../record/entries.ts";
import {
  bitsFor,
  PLACES_LISTED,
  type Places,
  prefixOf,
  READ_WHOLE,
  receiptsWith,
} from "../../../record/places.ts";
import type { OpenedEntry } from "../../../record/recount.ts";
import type { Database } from "../../database/connect.ts";
import { EXPORT_PAGE } from "../../database/keyset.ts";
import { withRetry } from "../../database/retry.ts";

export async function findRecord(db: Database, surveyId: string) {
  return db
    .selectFrom("records")
    .select(["origin", "size", "checkpoint"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
}

/** What everybody is shown of a published survey, and what those who may see its results are. */
export async function findShown(db: Database, surveyId: string) {
  const survey = await db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.title", "s.description", "s.question", "s.translations"])
    .select(["t.yes", "t.no", "t.votes"])
    .select(["t.set_aside as setAside", "s.results as resultsMode", "s.closes_at as closesAt"])
    .where("s.id", "=", surveyId)
    .where("s.status", "=", "published")
    .executeTakeFirst();
  if (!survey) return undefined;
  const { votes, setAside, resultsMode, closesAt, translations, ...shown } = survey;
  return {
    votes,
    setAside,
    resultsMode,
    closesAt: closesAt?.toISOString() ?? null,
    shown: { ...shown, translations: parseTranslations(translations) },
  };
}

/** The texts under which the survey was published, each once, the oldest first. */
export async function listTexts(db: Database, surveyId: string) {
  const { rows } = await sql<
    Omit<SurveyText, "translations"> & { translations: string; hash: string; since: Date }
  >`
    select encode(text_hash, 'hex') as hash, title, description, question, translations,
      min(created_at) as since
    from survey_decisions where survey_id = ${surveyId} and status = 'published'
    group by text_hash, title, description, question, translations order by since
  `.execute(db);
  return rows.map(({ since, translations, ...text }) => ({
    ...text,
    translations: parseTranslations(translations),
    since: since.toISOString(),
  }));
}

interface Part {
  from: number;
  /** Not included. */
  before: number;
}

/** The texts of these entries: a vote's is its commitment. */
export async function readEntries(
  db: Database,
  surveyId: string,
  { from, before }: Part,
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select coalesce(text, 'vote ' || encode(commitment, 'hex') || E'\\n') as text
    from record_entries
    where survey_id = ${surveyId} and position >= ${from} and position < ${before}
    order by position
  `.execute(db);
  return rows.map(({ text }) => text);
}

/** These entries as everybody who may see the results gets them. */
async function readOpened(
  db: Database,
  surveyId: string,
  { from, before }: Part,
): Promise<OpenedEntry[]> {
  const rows = await withRetry(() =>
    db
      .selectFrom("record_entries as e")
      .leftJoin("ballots as b", (join) =>
        join.onRef("b.survey_id", "=", "e.survey_id").onRef("b.receipt", "=", "e.receipt"),
      )
      .select(["e.receipt", "e.nonce", "e.vote", "e.text", "b.serial", "b.signature"])
      .where("e.survey_id", "=", surveyId)
      .where("position", ">=", from)
      .where("position", "<", before)
      .orderBy("position")
      .execute(),
  );
  return rows.map(({ receipt, nonce, vote, text, serial, signature }, index) => ({
    place: from + index,
    receipt: withoutDashes(receipt ?? ""),
    nonce: withoutDashes(nonce ?? ""),
    vote: vote ?? "",
    entry: text ?? "",
    ...(serial && { serial: serial.toString("base64url") }),
    ...(signature && { signature: signature.toString("base64url") }),
  }));
}

/** The first entries, by pages with a query each, so that a slow reader holds no snapshot open. */
export async function* eachOpened(db: Database, surveyId: string, size = Number.POSITIVE_INFINITY) {
  for (let from = 0; from < size; from += EXPORT_PAGE) {
    const before = Math.min(from + EXPORT_PAGE, size);
    const page = await readOpened(db, surveyId, { from, before });
    if (page.length === 0) return;
    yield page;
  }
}

interface Beginning {
  prefix: string;
  bits: number;
}

/**
 * The places of all votes whose receipts begin alike, in a record of this size. Null if so many bits
 * are asked for that few votes share them, or so few that the answer would be long.
 */
export async function readPlaces(
  db: Database,
  surveyId: string,
  size: number,
  { prefix, bits }: Beginning,
): Promise<Places | null> {
  // Whoever has read an earlier checkpoint may ask with one bit less.
  const most = bitsFor(size);
  const isFitting = size > READ_WHOLE && (bits === most || bits === most - 1);
  if (!isFitting || prefixOf(prefix, bits) !== prefix) return null;
  const [first, last] = receiptsWith(prefix, bits);
  const { rows } = await sql<{ place: number; isVote: boolean }>`
    (select position as place, true as "isVote" from record_entries
      where survey_id = ${surveyId} and receipt between ${first}::uuid and ${last}::uuid
        and position < ${size}
      order by receipt limit ${PLACES_LISTED})
    union all
    (select position, false from record_entries
      where survey_id = ${surveyId} and text is not null and position < ${size}
      order by position desc limit ${PLACES_LISTED})
  `.execute(db);
  const placesOf = (wanted: boolean) =>
    rows.flatMap(({ place, isVote }) => (isVote === wanted ? place : []));
  const ascending = (one: number, other: number) => one - other;
  return { places: placesOf(true).sort(ascending), others: placesOf(false).sort(ascending) };
}

/** The person's own vote on a survey that is published. */
export async function findVote(db: Database, surveyId: string, userId: string) {
  return db
    .selectFrom("votes as v")
    .innerJoin("surveys as s", "s.id", "v.survey_id")
    .select(["v.receipt", "v.nonce", "v.text_hash as textHash", "v.vote"])
    .select("v.created_at as createdAt")
    .where("v.survey_id", "=", surveyId)
    .where("v.user_id", "=", userId)
    .where("s.id", "=", surveyId)
    .where("s.status", "=", sql.lit("published"))
    .executeTakeFirst();
}

/** PostgreSQL writes 128 bits as a uuid. */
export function withoutDashes(receipt: string): string {
  return receipt.replaceAll("-", "");
}
