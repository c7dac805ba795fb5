import { pages, prefixOf } from "../../../contract/pages.ts";
import { words } from "../../process/words.ts";
import type { Writer } from "../outbox/mailer.ts";
import { findOff } from "./queries.ts";

/** Tells somebody that nothing is sent to their webhook any more, because it has failed for days. */
export function writeWebhookOff(siteUrl: string): Writer<"webhook.off"> {
  return async (db, { webhookId }, { language }) => {
    const off = await findOff(db, webhookId);
    const { subject, text } = words[language].mails.webhookOff;
    const url = siteUrl + prefixOf(language) + pages.webhooks;
    // Without the rest of the address, which may have a secret of the receiver's.
    return off && { subject, text: text({ host: new URL(off.url).host, url }) };
  };
}
