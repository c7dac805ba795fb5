import { type NotNull, sql } from "kysely";
import {
  type StepBy,
  type SurveyStatus,
  type SurveyText,
  steps,
  type TextChange,
} from "../../contract/publication.ts";
import { recordAudit } from "../audit/queries.ts";
import type { Database } from "../database/connect.ts";
import { countUpTo } from "../database/count-up-to.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import type { Outcome } from "../database/outcome.ts";
import { hasWords, searchWords } from "../database/search-words.ts";
import { addNotice } from "../notices/queries.ts";
import { closeSurveyReports } from "../reports/queries.ts";
import { insertSurvey, updateSurvey } from "../surveys/queries.ts";
import { whyNotDecide, whyNotEdit, whyNotStep } from "./rules.ts";

/** Repeating the same id changes nothing. */
export async function createSurvey(
  db: Database,
  survey: SurveyText & { id: string; surveyorId: string },
): Promise<void> {
  const { surveyorId, ...rest } = survey;
  await insertSurvey(db, { ...rest, surveyor_id: surveyorId });
}

function selectSurveys(db: Database) {
  return db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.id as _id", "s.title", "s.description", "s.category", "s.question", "s.status"])
    .select(["s.entered_message as enteredMessage", "s.created_at", "s.sent_at", "s.revision"])
    .select([isoTime("s.created_at").as("timestamp"), isoTime("s.sent_at").as("sentAt")])
    .select(["t.liked", "t.disliked", "t.votes"]);
}

export async function listOwn(
  db: Database,
  surveyorId: string,
  status: SurveyStatus | undefined,
  page: PageRequest,
) {
  let query = selectSurveys(db).where("s.surveyor_id", "=", surveyorId);
  if (status) query = query.where("s.status", "=", status);
  return readPage(db, query, { by: "created_at", id: "_id" }, page);
}

export async function findOwn(db: Database, surveyorId: string, id: string) {
  return selectSurveys(db)
    .where("s.id", "=", id)
    .where("s.surveyor_id", "=", surveyorId)
    .executeTakeFirst();
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
  const words = searchWords(search ?? "");
  let query = selectSurveys(db)
    .innerJoin("users as surveyor", "surveyor.id", "s.surveyor_id")
    .select("surveyor.username as surveyorName")
    .select(sql<string>`coalesce(surveyor.email, '')`.as("surveyorEmail"));
  if (status) query = query.where("s.status", "=", status);
  if (words) query = query.where(hasWords("s.search", words));
  const order = { by: "sent_at", id: "_id", ascending: status === "pending" } as const;
  return readPage(db, query, order, page);
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
async function lockSurvey(trx: Database, id: string) {
  return trx
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.title", "s.description", "s.category", "s.question", "s.status"])
    .select(["s.revision", "s.sent_at", "s.step_key", "s.surveyor_id", "t.votes"])
    .where("s.id", "=", id)
    .forNoKeyUpdate(["s"])
    .executeTakeFirst();
}

interface OwnChange {
  id: string;
  surveyorId: string;
  text?: TextChange;
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
    // A repeated edit finds its own text, and must not be refused because of that.
    const isNew =
      text && textFields.some((field) => (text[field] ?? survey[field]) !== survey[field]);
    const refused =
      (isNew && whyNotEdit(survey, text, revision)) || (step && whyNotStep(survey, step));
    if (refused) return { refused };
    if (!isNew && !step) return "done";
    await updateSurvey(trx, id, {
      ...(isNew && { ...text, revision: survey.revision + 1 }),
      ...(step && { status: steps[step].to, step_key: key }),
      ...(step === "resend" && { sent_at: sql<Date>`now()` }),
    });
    return "done";
  });
}

const textFields = ["title", "description", "category", "question"] as const;

interface NewDecision {
  surveyId: string;
  adminId: string;
  step: StepBy<"admin">;
  /** The reason for a rejection. */
  message: string;
  /** The revision that the admin has read; undefined if that doesn't matter. */
  revision?: number | undefined;
  key: string;
}

/** Who must be notified of a decision. A repeated call is not new. */
interface Decided {
  surveyorId: string;
  title: string;
  isNew: boolean;
}

/** An admin's decision, with its notice, its audit entry and the end of open reports. */
export async function decideOnSurvey(
  db: Database,
  { surveyId, adminId, step, message, revision, key }: NewDecision,
): Promise<Outcome<Decided>> {
  return db.transaction().execute(async (trx) => {
    const survey = await lockSurvey(trx, surveyId);
    if (!survey) return "missing";
    const { title, description, category, question, surveyor_id: surveyorId } = survey;
    if (survey.step_key === key) return { surveyorId, title, isNew: false };
    const refused = whyNotDecide(survey, step, revision);
    if (refused) return { refused };
    const status = steps[step].to;
    const entered_message = step === "unpublish" ? message : null;
    await updateSurvey(trx, surveyId, { status, step_key: key, entered_message });
    await trx
      .insertInto("survey_decisions")
      .values({
        survey_id: surveyId,
        id: key,
        admin_id: adminId,
        status,
        message,
        title,
        description,
        category,
        question,
        sent_at: survey.status === "pending" ? survey.sent_at : null,
      })
      .execute();
    if (step === "unpublish") await closeSurveyReports(trx, surveyId);
    await addNotice(trx, { id: key, userId: surveyorId, kind: status, surveyId, message });
    await recordAudit(trx, {
      id: key,
      actorId: adminId,
      action: `survey.${step}`,
      subject: { kind: "survey", id: surveyId },
      before: { status: survey.status },
      after: step === "unpublish" ? { status, enteredMessage: message } : { status },
    });
    return { surveyorId, title, isNew: true };
  });
}

/** Every decision on a survey, newest first. There are few, because a person makes each. */
export async function listDecisions(db: Database, surveyId: string) {
  return db
    .selectFrom("survey_decisions as d")
    .innerJoin("users as admin", "admin.id", "d.admin_id")
    .select(["d.id", "d.status", "d.message", "d.created_at", "admin.username as admin"])
    .select(["d.title", "d.description", "d.category", "d.question"])
    .where("d.survey_id", "=", surveyId)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id", "desc")
    .execute();
}

/** The messages of rejected surveys to a surveyor, newest first. */
export async function listRejections(db: Database, email: string, page: PageRequest) {
  const query = db
    .selectFrom("users as surveyor")
    .innerJoin("surveys as s", "s.surveyor_id", "surveyor.id")
    .innerJoin("survey_decisions as d", "d.survey_id", "s.id")
    .select(["d.id as _id", "d.message", "d.created_at", isoTime("d.created_at").as("timestamp")])
    .select(["s.id as surveyItemId", "s.title", "s.category"])
    .select(["s.status", "surveyor.email as surveyorEmail", "surveyor.username as surveyorName"])
    .where("surveyor.email", "=", email)
    .where("d.status", "=", "unpublish")
    .$narrowType<{ surveyorEmail: NotNull }>();
  return readPage(db, query, { by: "created_at", id: "_id" }, page);
}
