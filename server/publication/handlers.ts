import {
  nextStatus,
  type publicationRoutes,
  type Step,
  type SurveyStatus,
} from "../../contract/publication.ts";
import { options } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers, Viewer } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import type { Mailer } from "../mail/mailer.ts";
import { findEmail } from "../users/queries.ts";
import { decisionMail } from "./mails.ts";
import * as queries from "./queries.ts";
import { whyNotEdit } from "./rules.ts";

interface Deps {
  db: Database;
  mailer: Mailer;
  siteUrl: string;
  /** Called when a survey comes into the public lists or leaves them. */
  onPublicChange: () => void;
}

interface OwnCall {
  params: { id: string };
  viewer: Viewer;
  key: string;
}

interface DecisionCall extends OwnCall {
  query: { revision?: number | undefined };
}

export function publicationHandlers(deps: Deps): Handlers<typeof publicationRoutes> {
  const { db, mailer, siteUrl, onPublicChange } = deps;

  async function decide(
    { params, query, viewer, key }: DecisionCall,
    status: "published" | "unpublish",
    message: string,
  ) {
    const decision = { surveyId: params.id, adminId: viewer.id, status, message, key };
    const decided = await queries.decideOnSurvey(db, decision, (survey) => {
      if (query.revision !== undefined && query.revision !== survey.revision) {
        throw new ProblemError("conflict", {
          detail: "The survey has been changed since you read it.",
        });
      }
      take(survey.status, status === "published" ? "publish" : "unpublish");
    });
    if (!decided) throw new ProblemError("not_found");
    onPublicChange();
    const { surveyorId, title, isNew } = decided;
    const to = isNew && (await findEmail(db, surveyorId));
    if (to) mailer.send(decisionMail({ to, title, status, message, siteUrl }));
    return { matchedCount: 1 };
  }

  async function move({ params, viewer, key }: OwnCall, step: Step) {
    const own = { id: params.id, surveyorId: viewer.id, key };
    const found = await queries.moveSurvey(db, own, (status) => take(status, step));
    if (!found) throw new ProblemError("not_found");
    return { matchedCount: 1 };
  }

  return {
    async createSurvey({ body, viewer, key }) {
      const { title, description, category, question } = body;
      const text = { title, description, category, question };
      await queries.createSurvey(db, { id: key, surveyorId: viewer.id, ...text });
      return { insertedId: key };
    },
    async listOwnSurveys({ query, viewer, page }) {
      const { items, next } = await queries.listOwn(db, viewer.id, query.status, page);
      return { items: items.map(withOptions), next };
    },
    async readOwnSurvey({ params, viewer }) {
      const survey = await queries.findOwn(db, viewer.id, params.id);
      if (!survey) throw new ProblemError("not_found");
      return withOptions(survey);
    },
    async editSurvey({ params, query, body: text, viewer }) {
      const edit = { id: params.id, surveyorId: viewer.id, text };
      const found = await queries.editSurvey(db, edit, (survey) => {
        const changed = query.revision !== undefined && query.revision !== survey.revision;
        const reason = changed
          ? "The survey has been changed since you opened it."
          : whyNotEdit({ ...survey, newQuestion: text.question });
        if (reason) throw new ProblemError("conflict", { detail: reason });
      });
      if (!found) throw new ProblemError("not_found");
      return { matchedCount: 1 };
    },
    resendSurvey: (call) => move(call, "resend"),
    withdrawSurvey: (call) => move(call, "withdraw"),
    listRejections: ({ params, page }) => queries.listRejections(db, params.email, page),
    async listAllSurveys({ query, page }) {
      const { items, next } = await queries.listForReview(db, query, page);
      return { items: items.map(withOptions), next };
    },
    publishSurvey: (call) => decide(call, "published", ""),
    unpublishSurvey: (call) => decide(call, "unpublish", call.body.enteredMessage),
    async listDecisions({ params }) {
      const decisions = await queries.listDecisions(db, params.id);
      return decisions.map(({ id, status, message, admin, created_at, ...survey }) => ({
        id,
        status,
        message,
        admin,
        timestamp: created_at.toISOString(),
        survey,
      }));
    },
  };
}

function take(status: SurveyStatus, step: Step): SurveyStatus {
  const next = nextStatus(status, step);
  if (next) return next;
  throw new ProblemError("conflict", {
    detail: `A survey that is ${says[status]} can't be ${done[step]}.`,
  });
}

const says: Record<SurveyStatus, string> = {
  pending: "waiting for review",
  published: "published",
  unpublish: "rejected",
  withdrawn: "withdrawn",
};

const done: Record<Step, string> = {
  publish: "published",
  unpublish: "rejected",
  resend: "sent again",
  withdraw: "withdrawn",
};

function withOptions<Survey>(survey: Survey) {
  return { ...survey, options: [...options] };
}
