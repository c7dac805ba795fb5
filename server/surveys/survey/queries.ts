import { type Insertable, type Selectable, sql, type UpdateObject } from "kysely";
import type { BallotKind, Counting } from "../../../contract/ballot-kinds.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import type { SurveyPhase } from "../../../contract/surveys.ts";
import { parseTranslations, type Translation } from "../../../record/entries.ts";
import { type Batcher, createBatcher } from "../../database/batcher.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { prepared } from "../../database/prepared.ts";
import type { Schema } from "../../database/schema.ts";
import { cardColumns, phase, toCard } from "./card-queries.ts";

// Lists by votes and likes read one table, so a tally contains copies of the columns that they
// filter by. Only these two functions write surveys; they write the copies in the same statement.
const copied = ["listed_category", "search", "opens_at", "closes_at"] as const;

/** With what lists and searches need of its translations, if there are any among these columns. */
function withTranslated<Columns extends Pick<UpdateObject<Schema, "surveys">, "translations">>(
  columns: Columns,
) {
  if (typeof columns.translations !== "string") return columns;
  const translations = parseTranslations(columns.translations);
  return {
    ...columns,
    translated_into: translations.map(({ language }) => language).join(" "),
    translated_text: translations
      .flatMap(({ title, description, question }) => [title, description, question])
      .join(" "),
  };
}

/** Inserts a survey and its tally. An existing one stays as it is. */
export async function insertSurvey(
  db: Database,
  survey: Insertable<Schema["surveys"]>,
): Promise<void> {
  await db
    .with("added", (cte) =>
      cte
        .insertInto("surveys")
        .values(withTranslated(survey))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning(["id", ...copied]),
    )
    .insertInto("survey_tallies")
    .columns(["survey_id", ...copied])
    .expression((eb) => eb.selectFrom("added").select(["id", ...copied]))
    .execute();
}

export async function updateSurvey(
  db: Database,
  id: string,
  change: UpdateObject<Schema, "surveys">,
): Promise<void> {
  await db
    .with("changed", (cte) =>
      cte
        .updateTable("surveys")
        .set(withTranslated(change))
        .where("id", "=", id)
        .returning(["id", ...copied]),
    )
    .updateTable("survey_tallies as t")
    .from("changed as s")
    .set((eb) => ({
      listed_category: eb.ref("s.listed_category"),
      search: eb.ref("s.search"),
      opens_at: eb.ref("s.opens_at"),
      closes_at: eb.ref("s.closes_at"),
    }))
    .whereRef("t.survey_id", "=", "s.id")
    // Says the same again, because Citus finds the machine only by a value.
    .where("t.survey_id", "=", id)
    .execute();
}

interface Reading {
  id: string;
  viewerId: string;
}

interface ShownSurvey
  extends Pick<
    Selectable<Schema["surveys"]>,
    "id" | "title" | "description" | "category" | "question" | "language"
  > {
  translations: Translation[];
  timestamp: string;
  opensAt: string | null;
  closesAt: string | null;
  phase: SurveyPhase;
  resultsMode: ResultsMode;
  surveyorId: string;
  surveyorName: string;
  surveyorEmail: string | null;
  yes: number;
  no: number;
  votes: number;
  liked: number;
  disliked: number;
  setAside: number;
  embeddable: boolean;
  ballot: BallotKind;
  counting: Counting | null;
  ownVote: "yes" | "no" | null;
  ownPaper: boolean;
  fewPapers: boolean;
  ownVoteSetAside: string | null;
  ownReaction: "like" | "dislike" | null;
}

/** Null if the survey is not published. */
export type SurveyReader = Batcher<Reading, ShownSurvey | null>;

/** Reads the surveys of all requests that are waiting in one query, and caches nothing. */
export function createSurveyReader(db: Database): SurveyReader {
  return createBatcher({
    run: (readings) => findPublished(db, readings),
    // A few milliseconds.
    maxItems: 100,
  });
}

/**
 * Published surveys with their counts and surveyors, each with the vote and the reaction of the
 * person who reads it.
 */
async function findPublished(db: Database, readings: Reading[]): Promise<(ShownSurvey | null)[]> {
  const ids = readings.map(({ id }) => id);
  const viewerIds = readings.map(({ viewerId }) => viewerId);
  // If all read the same survey, naming it lets Citus ask one machine. A join does not tell it, and
  // of many surveys it asks all machines anyway.
  const only = ids.every((id) => id === ids[0]) ? ids[0] : undefined;
  // `(select …)` hides how long the lists are. If PostgreSQL knew, it would make a plan for each call.
  const isOnly = (column: string) => (only ? sql`${sql.ref(column)} = ${only}` : sql`true`);
  const { rows } = await sql<
    Omit<ShownSurvey, "translations"> & { place: number; translations: string }
  >`
    select g.place::int, s.id, s.title, s.description, s.category, s.question, s.language,
      s.translations,
      ${isoTime("s.published_at")} as timestamp,
      ${isoTime("s.opens_at")} as "opensAt", ${isoTime("s.closes_at")} as "closesAt",
      ${phase} as phase, s.results as "resultsMode", s.ballot, s.counting, s.embeddable,
      s.surveyor_id as "surveyorId", surveyor.username as "surveyorName",
      surveyor.email as "surveyorEmail", t.yes, t.no, t.votes, t.liked, t.disliked,
      t.set_aside as "setAside", v.vote as "ownVote", a.reason as "ownVoteSetAside", r.kind as "ownReaction",
      s.ballot = 'secret' and exists (select 1 from ballot_papers as p
        where p.survey_id = s.id and p.user_id = g.viewer_id and ${isOnly("p.survey_id")}) as "ownPaper",
      s.ballot = 'secret' and coalesce((select k.issued from ballot_keys as k
        where k.survey_id = s.id and ${isOnly("k.survey_id")}), 0) < 10 as "fewPapers"
    from surveys as s
    join unnest((select ${ids}::uuid[]), (select ${viewerIds}::uuid[])) with ordinality as g (id, viewer_id, place)
      on g.id = s.id
    join survey_tallies as t on t.survey_id = s.id
    join users as surveyor on surveyor.id = s.surveyor_id
    left join votes as v on v.survey_id = s.id and v.user_id = g.viewer_id
    left join set_asides as a on a.survey_id = s.id and a.id = v.set_aside
    left join reactions as r on r.survey_id = s.id and r.user_id = g.viewer_id
    where s.status = 'published' and ${isOnly("s.id")} ${prepared}
  `.execute(db);
  const byPlace = new Map(
    rows.map((row) => [
      row.place - 1,
      { ...row, translations: parseTranslations(row.translations) },
    ]),
  );
  return readings.map((_, index) => byPlace.get(index) ?? null);
}

// Each reason is an admin's decision on one survey, so there are few.
const REASONS_MAX = 20;

/** Why votes of a survey are set aside, and how many for each reason. */
export async function listSetAsideReasons(db: Database, surveyId: string) {
  return (
    db
      .selectFrom("set_asides")
      .select(["reason", sql<number>`sum(votes)::int`.as("count")])
      .where("survey_id", "=", surveyId)
      .where("restored_at", "is", null)
      // Not why ballot papers are stopped.
      .where("stops", "is", null)
      .groupBy("reason")
      .orderBy("count", "desc")
      .orderBy("reason")
      .limit(REASONS_MAX)
      .execute()
  );
}

/**
 * The texts of the newest comments on a survey. A query of its own, which names the survey: in a
 * batch, PostgreSQL would expect few comments on each and sort all of those on a popular one.
 */
export async function listTexts(db: Database, surveyId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("comments")
    .select("text")
    .where("survey_id", "=", surveyId)
    .where("hidden_at", "is", null)
    .where("answer_to", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ text }) => text);
}

/** What everybody may see of a survey: nothing unless it is published. The question is no result. */
export async function findPublic(db: Database, id: string) {
  const survey = await db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select([...cardColumns, "s.embeddable", "t.set_aside as aside"])
    .where("s.id", "=", id)
    .where("s.status", "=", "published")
    .executeTakeFirst();
  if (!survey) return undefined;
  const { aside: count, ...card } = toCard(survey);
  const reasons = count > 0 ? await listSetAsideReasons(db, id) : [];
  return {
    ...card,
    setAside: { count, reasons },
  };
}

export async function isPublished(db: Database, id: string): Promise<boolean> {
  return (await findPublic(db, id)) !== undefined;
}
