import type { EventOf } from "../../../contract/events.ts";
import { pages, prefixOf } from "../../../contract/pages.ts";
import type { Database } from "../../database/connect.ts";
import { mailLanguage, words } from "../../process/words.ts";
import type { EventMails } from "../events/queries.ts";
import type { Mail } from "../mail/mailer.ts";
import { findNotice } from "../notices/queries.ts";

export function surveyorRequestMails(siteUrl: string): EventMails {
  async function write(
    db: Database,
    { id, kind, userId }: EventOf<"request.accepted" | "request.declined">,
  ): Promise<Mail[]> {
    const notice = await findNotice(db, userId, id);
    if (!notice) return [];
    const { message: answer, ...to } = notice;
    return [decisionMail({ ...to, accepted: kind === "request.accepted", answer, siteUrl })];
  }
  return { "request.accepted": write, "request.declined": write };
}

interface Decided {
  to: string;
  language: string | null;
  accepted: boolean;
  answer: string;
  siteUrl: string;
}

/** Tells a person what was decided on their request. */
function decisionMail({ to, language: chosen, accepted, answer, siteUrl }: Decided): Mail {
  const language = mailLanguage(chosen);
  const said = words[language].mails[accepted ? "accepted" : "declined"];
  const page = accepted ? pages.createSurvey : pages.becomeSurveyor;
  const url = siteUrl + prefixOf(language) + page;
  const text = answer ? said.withAnswer({ url, answer }) : said.text({ url });
  return { to, language, subject: said.subject, text };
}
