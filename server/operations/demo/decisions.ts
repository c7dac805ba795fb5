import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "../../database/connect.ts";
import type { Schema } from "../../database/schema.ts";
import type { DemoSurvey } from "./surveys.ts";

const HOUR_MS = 3_600_000;
// Older notices are read in the demo, as they would be on a real site.
const UNREAD_DAYS = 21;

interface Deps {
  survey: DemoSurvey;
  /** What the admin has read: the texts and the terms. */
  read: Pick<
    Insertable<Schema["survey_decisions"]>,
    "title" | "description" | "question" | "language" | "translations" | "closes_at" | "results"
  >;
  surveyId: string;
  surveyorId: string;
  adminId: string;
  sentAt: Date;
  /** Whether people could ever vote on it. */
  wasPublic: boolean;
  /** When an admin decided for the first time. */
  decidedAt: Date;
}

/** The admin's decisions on a survey, and the surveyor's notices of them. */
export async function addDecisions(db: Database, deps: Deps): Promise<void> {
  const { survey, read, surveyId, surveyorId, adminId, sentAt, decidedAt: first, wasPublic } = deps;
  if (survey.status === "pending") return;
  const publication = { status: "published", message: "", at: first, sentAt } as const;
  const rejection = {
    status: "unpublish",
    message: survey.enteredMessage ?? "",
    at: wasPublic ? new Date((first.getTime() + Date.now()) / 2) : first,
    sentAt: wasPublic ? null : sentAt,
  } as const;
  const decisions =
    survey.status === "published"
      ? [publication]
      : wasPublic
        ? [publication, rejection]
        : [rejection];
  for (const { status, message, at, sentAt: sent_at } of decisions) {
    const id = randomUUID();
    await db
      .insertInto("survey_decisions")
      .values({
        survey_id: surveyId,
        id,
        admin_id: adminId,
        status,
        message,
        ...read,
        category: survey.category,
        sent_at,
        created_at: at,
      })
      .execute();
    const isNews = Date.now() - at.getTime() < UNREAD_DAYS * 24 * HOUR_MS;
    await db
      .insertInto("notices")
      .values({
        user_id: surveyorId,
        id,
        kind: status,
        survey_id: surveyId,
        message,
        created_at: at,
        read_at: isNews ? null : at,
      })
      .execute();
    await db
      .insertInto("audit_log")
      .values({
        id,
        actor_id: adminId,
        action: status === "published" ? "survey.publish" : "survey.unpublish",
        subject_kind: "survey",
        subject_id: surveyId,
        before: JSON.stringify({ status: sent_at ? "pending" : "published" }),
        after: JSON.stringify(message ? { status, enteredMessage: message } : { status }),
        created_at: at,
      })
      .execute();
  }
}
