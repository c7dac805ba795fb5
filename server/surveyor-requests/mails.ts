import type { EventOf } from "../../contract/events.ts";
import { pages } from "../../contract/pages.ts";
import type { Database } from "../database/connect.ts";
import type { EventMails } from "../events/queries.ts";
import type { Mail } from "../mail/mailer.ts";
import { findNotice } from "../notices/queries.ts";
import { words } from "../words.ts";

export function surveyorRequestMails(siteUrl: string): EventMails {
  async function write(
    db: Database,
    { id, kind, userId }: EventOf<"request.accepted" | "request.declined">,
  ): Promise<Mail[]> {
    const notice = await findNotice(db, userId, id);
    if (!notice) return [];
    const { to, message: answer } = notice;
    return [decisionMail({ to, accepted: kind === "request.accepted", answer, siteUrl })];
  }
  return { "request.accepted": write, "request.declined": write };
}

interface Decided {
  to: string;
  accepted: boolean;
  answer: string;
  siteUrl: string;
}

/** Tells a person what was decided on their request. */
function decisionMail({ to, accepted, answer, siteUrl }: Decided): Mail {
  const said = words.en.mails[accepted ? "accepted" : "declined"];
  const url = siteUrl + (accepted ? pages.createSurvey : pages.becomeSurveyor);
  const text = answer ? said.withAnswer({ url, answer }) : said.text({ url });
  return { to, subject: said.subject, text };
}
