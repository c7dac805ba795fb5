import { pages, prefixOf } from "../../../contract/pages.ts";
import { words } from "../../process/words.ts";
import { findNotice } from "../notices/queries.ts";
import type { Writer } from "../outbox/mailer.ts";

/** Tells a person what was decided on their request. */
export function writeRequestDecided(siteUrl: string): Writer<"request.decided"> {
  return async (db, { noticeId }, { userId, language }) => {
    const notice = await findNotice(db, userId, noticeId);
    if (!notice) return undefined;
    const isAccepted = notice.kind === "surveyor";
    const said = words[language].mails[isAccepted ? "accepted" : "declined"];
    const page = isAccepted ? pages.createSurvey : pages.becomeSurveyor;
    const url = siteUrl + prefixOf(language) + page;
    const answer = notice.message;
    const text = answer ? said.withAnswer({ url, answer }) : said.text({ url });
    return { subject: said.subject, text };
  };
}
