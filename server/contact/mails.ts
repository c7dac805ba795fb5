import type { EventMails } from "../events/queries.ts";
import { listAdminEmails } from "../users/queries.ts";
import { findMessage } from "./queries.ts";

/** Tells every admin what somebody wrote. */
export const contactMails: EventMails = {
  async "message.received"(db, { messageId }) {
    const written = await findMessage(db, messageId);
    if (!written) return [];
    const { name, email, message } = written;
    const subject = "Somebody wrote through the contact page";
    const text = `${name} <${email}> wrote:\n\n${message}`;
    return (await listAdminEmails(db)).map((to) => ({ to, subject, text }));
  },
};
