import type { EventMails } from "../events/queries.ts";
import { listAdminEmails } from "../users/queries.ts";
import { words } from "../words.ts";
import { findMessage } from "./queries.ts";

/** Tells every admin what somebody wrote. */
export const contactMails: EventMails = {
  async "message.received"(db, { messageId }) {
    const written = await findMessage(db, messageId);
    if (!written) return [];
    const { subject, text } = words.en.mails.contact;
    const mail = { subject, text: text(written) };
    return (await listAdminEmails(db)).map((to) => ({ to, ...mail }));
  },
};
