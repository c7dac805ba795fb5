import type { publicationRoutes, TextChange } from "../../../contract/publication.ts";
import { languageOfScript } from "../../../contract/survey-language.ts";
import type { RejectionReason, StepBy } from "../../../contract/survey-status.ts";
import { mayBeSecret, type TermsChange } from "../../../contract/survey-terms.ts";
import { translatesOthers } from "../../../contract/survey-text.ts";
import { options } from "../../../contract/surveys.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import type { KeyDeps } from "../ballots/paper-queries.ts";
import * as decisions from "./decision-queries.ts";
import * as queries from "./queries.ts";
import { sayRejection } from "./say-rejection.ts";

interface Deps extends KeyDeps {
  db: Database;
  /** Called when a survey comes into the public lists or leaves them, or what others see changes. */
  onPublicChange: () => void;
}

interface ChangeCall {
  params: { id: string };
  query?: { revision?: number | undefined };
  viewer: Viewer;
  key: string;
}

export function publicationHandlers(deps: Deps): Handlers<typeof publicationRoutes> {
  const { db, onPublicChange } = deps;

  async function decide(
    { params, query, viewer, key }: ChangeCall,
    step: StepBy<"admin">,
    why: { message: string; reason: RejectionReason | null },
  ) {
    const decision = { surveyId: params.id, adminId: viewer.id, step, ...why, key, ...query };
    orProblem(await decisions.decideOnSurvey(db, decision, deps));
    onPublicChange();
    return { matchedCount: 1 };
  }

  async function changeOwn(
    { params, query, viewer, key }: ChangeCall,
    change: { text?: TextChange & TermsChange; step?: StepBy<"surveyor"> },
  ) {
    const own = { id: params.id, surveyorId: viewer.id, key };
    orProblem(await queries.changeOwnSurvey(db, { ...own, ...query, ...change }));
    return { matchedCount: 1 };
  }

  return {
    async createSurvey({ body, viewer, key }) {
      const { title, description, category, question, translations } = body;
      const { opensAt, closesAt, ballot } = body;
      const isSecret = ballot === "secret";
      const resultsMode = body.resultsMode ?? (isSecret ? "closed" : undefined);
      const text = { title, description, category, question, translations };
      const terms = { opensAt, closesAt, resultsMode, ballot };
      if (isSecret && !mayBeSecret(terms)) throw new ProblemError("survey.secret-terms");
      // The specified call has no language. The account's may be another than that of the text.
      const language = body.language ?? languageOfScript(`${title} ${question}`) ?? "en";
      if (!translatesOthers({ language, translations })) {
        throw new ProblemError("survey.translates-itself");
      }
      const own = { id: key, surveyorId: viewer.id, draft: body.draft };
      const survey = { ...own, language, ...text, ...terms };
      await queries.createSurvey(db, survey);
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
    editSurvey: (call) => changeOwn(call, { text: call.body }),
    resendSurvey: (call) => changeOwn(call, { text: call.body, step: "resend" }),
    withdrawSurvey: (call) => changeOwn(call, { step: "withdraw" }),
    async setEmbeddable({ params, body, viewer }) {
      const own = { id: params.id, surveyorId: viewer.id };
      orProblem(await queries.setEmbeddable(db, { ...own, ...body }));
      onPublicChange();
      return { matchedCount: 1 };
    },
    async listRejections({ params, page }) {
      const { items, next } = await decisions.listRejections(db, params.email, page);
      const say = (one: (typeof items)[number]) => sayRejection(one, one.readBy);
      return { items: items.map((one) => ({ ...one, message: say(one) })), next };
    },
    async listAllSurveys({ query, page }) {
      const { items, next } = await queries.listForReview(db, query, page);
      return { items: items.map(withOptions), next };
    },
    publishSurvey: (call) => decide(call, "publish", { message: "", reason: null }),
    unpublishSurvey(call) {
      const { enteredMessage: message, reason = null } = call.body;
      return decide(call, "unpublish", { message, reason });
    },
    async closeSurvey({ params, viewer, key }) {
      orProblem(await decisions.closeSurvey(db, { surveyId: params.id, person: viewer, key }));
      onPublicChange();
      return { matchedCount: 1 };
    },
    async listDecisions({ params }) {
      const made = await decisions.listDecisions(db, params.id);
      return made.map(({ id, status, message, reason, admin, created_at, ...survey }) => ({
        id,
        status,
        message,
        reason,
        admin,
        timestamp: created_at.toISOString(),
        survey,
      }));
    },
  };
}

function withOptions<Survey>(survey: Survey) {
  return { ...survey, options: [...options] };
}
