import { type NotNull, sql } from "kysely";
import type { SurveyStatus, SurveyText } from "../../contract/publication.ts";
import { recordAudit } from "../audit/queries.ts";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import { hasWords, searchWords } from "../database/search-words.ts";
import { addNotice } from "../notices/queries.ts";
import { closeSurveyReports } from "../reports/queries.ts";
import { insertSurvey, updateSurvey } from "../surveys/queries.ts";

/** The same id again changes nothing. */
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

/** Last sent first; those that wait for a decision are a queue, first sent first. */
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

/** The survey as it is now, kept from changing until the transaction ends. */
async function readForChange(trx: Database, id: string) {
  return trx
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.id", "s.title", "s.description", "s.category", "s.question", "s.status"])
    .select(["s.revision", "s.sent_at", "s.step_key", "s.surveyor_id", "t.votes"])
    .where("s.id", "=", id)
    .forNoKeyUpdate(["s"])
    .executeTakeFirst();
}

type LockedSurvey = NonNullable<Awaited<ReturnType<typeof readForChange>>>;

/** False if the surveyor has no such survey. `check` may throw on how it is at this moment. */
export async function editSurvey(
  db: Database,
  { id, surveyorId, text }: { id: string; surveyorId: string; text: SurveyText },
  check: (survey: LockedSurvey) => void,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const survey = await readForChange(trx, id);
    if (survey?.surveyor_id !== surveyorId) return false;
    const fields = ["title", "description", "category", "question"] as const;
    // Also what a repeated call finds, which must not be told of its own change.
    if (fields.every((field) => survey[field] === text[field])) return true;
    check(survey);
    await updateSurvey(trx, id, { ...text, revision: survey.revision + 1 });
    return true;
  });
}

/** A surveyor's own step. False if they have no such survey; `decide` may throw. */
export async function moveSurvey(
  db: Database,
  { id, surveyorId, key }: { id: string; surveyorId: string; key: string },
  decide: (status: SurveyStatus) => SurveyStatus,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const survey = await readForChange(trx, id);
    if (survey?.surveyor_id !== surveyorId) return false;
    if (survey.step_key === key) return true;
    const status = decide(survey.status);
    const sent = status === "pending" ? { sent_at: sql<Date>`now()` } : {};
    await updateSurvey(trx, id, { status, step_key: key, ...sent });
    return true;
  });
}

interface NewDecision {
  surveyId: string;
  adminId: string;
  status: "published" | "unpublish";
  /** The reason for a rejection. */
  message: string;
  key: string;
}

/**
 * An admin's decision, with all that follows from it. Returns whom to tell, or null if there is no
 * such survey; `check` may throw on how it is at this moment.
 */
export async function decideOnSurvey(
  db: Database,
  { surveyId, adminId, status, message, key }: NewDecision,
  check: (survey: LockedSurvey) => void,
): Promise<{ surveyorId: string; title: string; isNew: boolean } | null> {
  return db.transaction().execute(async (trx) => {
    const survey = await readForChange(trx, surveyId);
    if (!survey) return null;
    const { title, description, category, question, surveyor_id: surveyorId } = survey;
    if (survey.step_key === key) return { surveyorId, title, isNew: false };
    check(survey);
    const entered_message = status === "unpublish" ? message : null;
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
    if (status === "unpublish") await closeSurveyReports(trx, surveyId);
    await addNotice(trx, { id: key, userId: surveyorId, kind: status, surveyId, message });
    await recordAudit(trx, {
      id: key,
      actorId: adminId,
      action: status === "published" ? "survey.publish" : "survey.unpublish",
      subject: { kind: "survey", id: surveyId },
      before: { status: survey.status },
      after: status === "unpublish" ? { status, enteredMessage: message } : { status },
    });
    return { surveyorId, title, isNew: true };
  });
}

/** Every decision on a survey, newest first. People decide; there are never many. */
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

/** What admins told a surveyor when they rejected a survey, newest first. */
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
