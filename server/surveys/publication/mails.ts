import { pages, prefixOf } from "../../../contract/pages.ts";
import type { Writer } from "../../people/outbox/mailer.ts";
import { words } from "../../process/words.ts";
import { findDecision } from "./decision-queries.ts";
import { sayRejection } from "./say-rejection.ts";

/** Tells a surveyor what was decided on their survey. */
export function writeSurveyDecided(siteUrl: string): Writer<"survey.decided"> {
  return async (db, { surveyId, decisionId }, { language }) => {
    const decision = await findDecision(db, surveyId, decisionId);
    if (!decision) return undefined;
    const { title, status } = decision;
    const { published, rejected } = words[language].mails;
    const message = sayRejection(decision, language);
    const url = siteUrl + prefixOf(language) + pages.ownSurveys;
    return status === "published"
      ? { subject: published.subject({ title }), text: published.text({ title, url }) }
      : { subject: rejected.subject({ title }), text: rejected.text({ title, message, url }) };
  };
}
