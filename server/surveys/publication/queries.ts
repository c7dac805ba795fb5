import { sql } from "kysely";
import type { SurveyText, TextChange } from "../../../contract/publication.ts";
import { type StepBy, type SurveyStatus, steps } from "../../../contract/survey-status.ts";
import type { TermsChange } from "../../../contract/survey-terms.ts";
import { parseTranslations, writeTranslations } from "../../../record/entries.ts";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { countUpTo } from "../../database/count-up-to.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type Page, type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { hasWords, surveyWords } from "../../database/search-words.ts";
import { deleteDraft } from "../drafts/queries.ts";
import { termColumns } from "../survey/card-queries.ts";
import { insertSurvey, updateSurvey } from "../survey/queries.ts";
import { isOtherText, isSameTime, type SurveyChange, whyNotEdit, whyNotStep } from "./rules.ts";

/** Repeating the same id changes nothing. */
export async function createSurvey(
  db: Database,
  survey: SurveyText &
    TextChange &
    TermsChange & {
      id: string;
      surveyorId: string;
      language: Language;
      draft?: string | undefined;
    },
): Promise<void> {
  const { surveyorId, draft, ...written } = survey;
  await db.transaction().execute(async (trx) => {
    await insertSurvey(trx, { ...toColumns(written), surveyor_id: surveyorId });
    if (draft) await deleteDraft(trx, surveyorId, draft);
  });
}

/** Terms and translations as they are stored. What is not given is not there. */
function toColumns<Change extends TextChange & TermsChange>({
  opensAt,
  closesAt,
  resultsMode,
  translations,
  ...rest
}: Change) {
  return {
    ...rest,
    ...(translations && { translations: writeTranslations(translations) }),
    ...(opensAt !== undefined && { opens_at: toDate(opensAt) }),
    ...(closesAt !== undefined && { closes_at: toDate(closesAt) }),
    ...(resultsMode && { results: resultsMode }),
  };
}

function toDate(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

function selectSurveys(db: Database) {
  return db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.id as _id", "s.title", "s.description", "s.category", "s.question", "s.status"])
    .select(["s.language", "s.translations"])
    .select(["s.entered_message as enteredMessage", "s.entered_reason as enteredReason"])
    .select(["s.created_at", "s.sent_at", "s.revision"])
    .select("s.embeddable")
    .select([isoTime("s.created_at").as("timestamp"), isoTime("s.sent_at").as("sentAt")])
    .select(["t.liked", "t.disliked", "t.votes"])
    .select(termColumns);
}

export async function listOwn(
  db: Database,
  surveyorId: string,
  status: SurveyStatus | undefined,
  page: PageRequest,
) {
  let query = selectSurveys(db).where("s.surveyor_id", "=", surveyorId);
  if (status) query = query.where("s.status", "=", status);
  return readTexts(await readPage(db, query, { by: "created_at", id: "_id" }, page));
}

export async function findOwn(db: Database, surveyorId: string, id: string) {
  const survey = await selectSurveys(db)
    .where("s.id", "=", id)
    .where("s.surveyor_id", "=", surveyorId)
    .executeTakeFirst();
  return survey && readText(survey);
}

function readText<Survey extends { translations: string }>(survey: Survey) {
  return { ...survey, translations: parseTranslations(survey.translations) };
}

function readTexts<Survey extends { translations: string }>({ items, ...page }: Page<Survey>) {
  return { ...page, items: items.map(readText) };
}

interface ReviewFilter {
  status?: SurveyStatus | undefined;
  search?: string | undefined;
}

/** Last sent first; pending surveys first sent first, as a queue. */
export async function listForReview(
  db: Database,
  { status, search }: ReviewFilter,
  page: PageRequest,
) {
  const words = surveyWords(search ?? "");
  let query = selectSurveys(db)
    .innerJoin("users as surveyor", "surveyor.id", "s.surveyor_id")
    .select("surveyor.username as surveyorName")
    .select(sql<string>`coalesce(surveyor.email, '')`.as("surveyorEmail"));
  if (status) query = query.where("s.status", "=", status);
  if (words) query = query.where(hasWords("s.search", words));
  const order = { by: "sent_at", id: "_id", ascending: status === "pending" } as const;
  return readTexts(await readPage(db, query, order, page));
}

/** How many surveys wait for a decision, counted up to `most`. */
export async function countPending(db: Database, most: number): Promise<number> {
  const pending = db
    .selectFrom("surveys")
    .select("sent_at")
    .where("status", "=", "pending")
    // In the order of an index. Otherwise PostgreSQL sometimes reads the table instead.
    .orderBy("sent_at", "desc");
  return countUpTo(db, pending, most);
}

/** The survey as it is now, locked until the transaction ends. */
export async function lockSurvey(trx: Database, id: string) {
  return (
    trx
      .selectFrom("surveys as s")
      .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
      .select(["s.title", "s.description", "s.category", "s.question", "s.status"])
      .select([
        "s.language",
        "s.translations",
        "s.revision",
        "s.text_hash",
        "s.sent_at",
        "s.step_key",
        "s.surveyor_id",
        "s.published_at",
        "s.counting",
      ])
      .leftJoin("ballot_keys as k", "k.survey_id", "s.id")
      // Also with votes that are set aside, people were asked this question. A ballot has a paper.
      .select(sql<number>`t.votes + t.set_aside + coalesce(k.issued, 0)`.as("votes"))
      // Not `now()`, the transaction's beginning: after waiting for somebody who closed the survey,
      // that is before the closing, so that it looked open and could be closed again, for earlier.
      .select([
        "s.ballot",
        "s.opens_at",
        "s.closes_at",
        "s.results",
        sql<Date>`clock_timestamp()`.as("now"),
      ])
      .where("s.id", "=", id)
      .forNoKeyUpdate(["s"])
      .executeTakeFirst()
  );
}

interface OwnChange {
  id: string;
  surveyorId: string;
  text?: TextChange & TermsChange;
  /** The revision of the text that was edited; undefined if that doesn't matter. */
  revision?: number | undefined;
  step?: StepBy<"surveyor">;
  /** Makes the step happen once. */
  key: string;
}

/** A surveyor's change to their own survey: a new text, a step, or both in one transaction. */
export async function changeOwnSurvey(db: Database, change: OwnChange): Promise<Outcome> {
  const { id, surveyorId, text, revision, step, key } = change;
  return db.transaction().execute(async (trx) => {
    const survey = await lockSurvey(trx, id);
    if (survey?.surveyor_id !== surveyorId) return "missing";
    if (step && survey.step_key === key) return "done";
    const given: SurveyChange = toColumns(text ?? {});
    if (given.ballot === "secret" && survey.ballot === "named") given.results ??= "closed";
    // A repeated edit finds its own text, and must not be refused because of that.
    const isNew = isDifferent(survey, given);
    // Counts all votes, so only for a change that matters to it.
    const isOther = survey.votes > 0 && isOtherText(survey, given);
    const leavesFew = isOther && (await isAnsweredByFew(trx, id, survey));
    const refused =
      (isNew && whyNotEdit({ ...survey, leavesFew }, given, revision)) ||
      (step && whyNotStep({ ...survey, ...given }, step));
    if (refused) return refused;
    // A survey that is sent again as it is says nothing about its draft.
    if (Object.keys(given).length > 0) await deleteDraft(trx, surveyorId, id);
    if (!isNew && !step) return "done";
    if (isOther) await noteWaiting(trx, id);
    await updateSurvey(trx, id, {
      ...(isNew && { ...given, revision: survey.revision + 1 }),
      ...(step && { status: steps[step].to, step_key: key }),
      ...(step === "resend" && { sent_at: sql<Date>`now()` }),
    });
    return "done";
  });
}

// As many as are entered in the record together, to hide each other.
const HIDE_EACH_OTHER = 10;

/** Also counts ballots that wait for others: they are bound to their text as well. */
async function isAnsweredByFew(trx: Database, id: string, { text_hash }: { text_hash: Buffer }) {
  const { rows } = await sql<{ own: number; others: number }>`
    select count(*) filter (where text_hash = ${text_hash})::int as own,
      count(*) filter (where text_hash <> ${text_hash})::int as others
    from (
      select text_hash from votes where survey_id = ${id}
      union all select text_hash from ballots where survey_id = ${id}
      union all select text_hash from ballot_inbox where survey_id = ${id}
    ) as answers
    union all
    -- What sealed ballots have answered nobody can read, but no edit comes between two that wait.
    select waiting - waiting_at_edit, waiting_at_edit
    from (select count(*)::int as waiting from sealed_ballots where survey_id = ${id}) as w
    join ballot_keys as k on k.survey_id = ${id}
  `.execute(trx);
  return rows.some(({ own, others }) => own > 0 && own < HIDE_EACH_OTHER && others > 0);
}

/** For `isAnsweredByFew`: how many ballots have answered a text before this one. */
async function noteWaiting(trx: Database, id: string): Promise<void> {
  await sql`
    update ballot_keys set waiting_at_edit = (
      select count(*) from sealed_ballots where survey_id = ${id}
    ) where survey_id = ${id}
  `.execute(trx);
}

/** Not a part of the text that an admin approves, so it may change whenever its surveyor likes. */
export async function setEmbeddable(
  db: Database,
  { id, surveyorId, embeddable }: { id: string; surveyorId: string; embeddable: boolean },
): Promise<Outcome> {
  if (!(await findOwn(db, surveyorId, id))) return "missing";
  await updateSurvey(db, id, { embeddable });
  return "done";
}

const texts = ["title", "description", "question", "language", "translations"] as const;
const fields = [...texts, "category", "results", "ballot"] as const;

type Stored = Required<Omit<SurveyChange, "language">> & { language: string };

function isDifferent(survey: Stored, given: SurveyChange): boolean {
  const { opens_at = survey.opens_at, closes_at = survey.closes_at } = given;
  return (
    fields.some((field) => (given[field] ?? survey[field]) !== survey[field]) ||
    !isSameTime(opens_at, survey.opens_at) ||
    !isSameTime(closes_at, survey.closes_at)
  );
}
