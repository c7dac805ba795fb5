import type { EventOf } from "../../../contract/events.ts";
import { pages, prefixOf } from "../../../contract/pages.ts";
import type { Database } from "../../database/connect.ts";
import type { EventMails } from "../../people/events/queries.ts";
import type { Mail } from "../../people/mail/mailer.ts";
import { mailLanguage, words } from "../../process/words.ts";
import { findDecision } from "./decision-queries.ts";

export function publicationMails(siteUrl: string): EventMails {
  async function write(
    db: Database,
    { id, surveyId }: EventOf<"survey.published" | "survey.rejected">,
  ): Promise<Mail[]> {
    const decision = await findDecision(db, surveyId, id);
    return decision ? [decisionMail({ ...decision, siteUrl })] : [];
  }
  return { "survey.published": write, "survey.rejected": write };
}

interface Decided {
  to: string;
  language: string | null;
  title: string;
  status: "published" | "unpublish";
  message: string;
  siteUrl: string;
}

/** Tells a surveyor what was decided on their survey. */
function decisionMail({ to, language: chosen, title, status, message, siteUrl }: Decided): Mail {
  const language = mailLanguage(chosen);
  const { published, rejected } = words[language].mails;
  const url = siteUrl + prefixOf(language) + pages.ownSurveys;
  const said =
    status === "published"
      ? { subject: published.subject({ title }), text: published.text({ title, url }) }
      : { subject: rejected.subject({ title }), text: rejected.text({ title, message, url }) };
  return { to, language, ...said };
}
