import type { NotNull } from "kysely";
import { manages } from "../../../contract/results.ts";
import { type RejectionReason, type StepBy, steps } from "../../../contract/survey-status.ts";
import { parseTranslations } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { writeAudit } from "../../people/audit/queries.ts";
import { addNews } from "../../people/follows/news-queries.ts";
import { addNotices } from "../../people/notices/queries.ts";
import { addMails } from "../../people/outbox/queries.ts";
import { addEvent } from "../../people/webhooks/event-queries.ts";
import { insertBallotKey, type KeyDeps } from "../ballots/paper-queries.ts";
import { makeBallotKey } from "../ballots/paper-signer.ts";
import { closeSurveyReports } from "../reports/queries.ts";
import { updateSurvey } from "../survey/queries.ts";
import { lockSurvey } from "./queries.ts";
import { whyNotClose, whyNotDecide } from "./rules.ts";

interface Closing {
  surveyId: string;
  /** The survey's surveyor, or an admin. */
  person: { id: string; admin: boolean };
  key: string;
}

/** Closes a survey at once, with its audit entry. */
export async function closeSurvey(
  db: Database,
  { surveyId, person, key }: Closing,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const survey = await lockSurvey(trx, surveyId);
    if (!survey || !manages(person, survey.surveyor_id)) return "missing";
    if (survey.step_key === key) return "done";
    const refused = whyNotClose(survey);
    if (refused) return refused;
    await updateSurvey(trx, surveyId, { closes_at: survey.now, step_key: key });
    await writeAudit(trx, {
      id: key,
      actorId: person.id,
      action: "survey.close",
      subject: { kind: "survey", id: surveyId },
      before: { closesAt: survey.closes_at?.toISOString() ?? null },
      after: { closesAt: survey.now.toISOString() },
    });
    // Told by whoever counts its ballots.
    if (survey.counting === "closing") return "done";
    const closed = { surveyId, key: survey.now.toISOString() };
    await addEvent(trx, "survey.closed", closed);
    await addNews(trx, "closed", [closed]);
    return "done";
  });
}

interface NewDecision {
  surveyId: string;
  adminId: string;
  step: StepBy<"admin">;
  /** Of a rejection: the admin's words, and the reason if one of the list was chosen. */
  message: string;
  reason: RejectionReason | null;
  /** The revision that the admin has read; undefined if that doesn't matter. */
  revision?: number | undefined;
  key: string;
}

/** An admin's decision, with its notice, its mail, its audit entry and the end of open reports. */
export async function decideOnSurvey(
  db: Database,
  { surveyId, adminId, step, message, reason, revision, key }: NewDecision,
  ballots: KeyDeps,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const survey = await lockSurvey(trx, surveyId);
    if (!survey) return "missing";
    const { title, description, category, question, language, surveyor_id: surveyorId } = survey;
    if (survey.step_key === key) return "done";
    const refused = whyNotDecide(survey, step, revision);
    if (refused) return refused;
    const status = steps[step].to;
    const entered_message = step === "unpublish" ? message : null;
    await updateSurvey(trx, surveyId, {
      status,
      step_key: key,
      entered_message,
      entered_reason: reason,
      // The first time stays: no survey comes to the top again by being taken down and published.
      ...(step === "publish" && {
        published_at: survey.published_at ?? survey.now,
        counting: survey.ballot === "secret" ? (survey.counting ?? "closing") : null,
      }),
    });
    await trx
      .insertInto("survey_decisions")
      .values({
        survey_id: surveyId,
        id: key,
        admin_id: adminId,
        status,
        message,
        reason,
        title,
        description,
        category,
        question,
        language,
        translations: survey.translations,
        opens_at: survey.opens_at,
        closes_at: survey.closes_at,
        results: survey.results,
        ballot: survey.ballot,
        sent_at: survey.status === "pending" ? survey.sent_at : null,
      })
      .execute();
    if (step === "unpublish") await closeSurveyReports(trx, surveyId);
    if (step === "publish" && survey.ballot === "secret") {
      await insertBallotKey(trx, surveyId, await makeBallotKey(), ballots);
    }
    await addNotices(trx, [surveyorId], { id: key, kind: status, surveyId, message, reason });
    const about = { surveyId, decisionId: key };
    await addMails(trx, [surveyorId], { kind: "survey.decided", about });
    const event = step === "publish" ? "survey.published" : "survey.rejected";
    await addEvent(trx, event, { surveyId, key });
    if (step === "publish" || survey.status === "published") {
      const again = survey.published_at ? "corrected" : "new";
      await addNews(trx, step === "publish" ? again : "taken-down", [{ surveyId, key }]);
    }
    await writeAudit(trx, {
      id: key,
      actorId: adminId,
      action: `survey.${step}`,
      subject: { kind: "survey", id: surveyId },
      before: { status: survey.status },
      after: {
        status,
        ...(reason && { reason }),
        ...(step === "unpublish" && { enteredMessage: message }),
      },
    });
    return "done";
  });
}

export async function findDecision(db: Database, surveyId: string, id: string) {
  return db
    .selectFrom("survey_decisions")
    .select(["title", "status", "message", "reason"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Every decision on a survey, newest first. There are few, because a person makes each. */
export async function listDecisions(db: Database, surveyId: string) {
  const made = await db
    .selectFrom("survey_decisions as d")
    .innerJoin("users as admin", "admin.id", "d.admin_id")
    .select(["d.id", "d.status", "d.message", "d.reason", "d.created_at"])
    .select("admin.username as admin")
    .select(["d.title", "d.description", "d.category", "d.question"])
    .select(["d.language", "d.translations"])
    .select(isoTime<string | null>("d.opens_at").as("opensAt"))
    .select(isoTime<string | null>("d.closes_at").as("closesAt"))
    .select(["d.results as resultsMode", "d.ballot"])
    .where("d.survey_id", "=", surveyId)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id", "desc")
    .execute();
  return made.map(({ translations, ...decision }) => ({
    ...decision,
    translations: parseTranslations(translations),
  }));
}

/** The messages of rejected surveys to a surveyor, newest first. */
export async function listRejections(db: Database, email: string, page: PageRequest) {
  const query = db
    .selectFrom("users as surveyor")
    .innerJoin("surveys as s", "s.surveyor_id", "surveyor.id")
    .innerJoin("survey_decisions as d", "d.survey_id", "s.id")
    .select(["d.id as _id", "d.message", "d.reason", "d.created_at"])
    .select(isoTime("d.created_at").as("timestamp"))
    .select(["s.id as surveyItemId", "s.title", "s.language", "s.category"])
    .select(["s.status", "surveyor.email as surveyorEmail", "surveyor.username as surveyorName"])
    .select("surveyor.language as readBy")
    .where("surveyor.email", "=", email)
    .where("d.status", "=", "unpublish")
    .$narrowType<{ surveyorEmail: NotNull }>();
  return readPage(db, query, { by: "created_at", id: "_id" }, page);
}
