import { mailLanguage, words } from "../../process/words.ts";
import type { EventMails } from "../events/queries.ts";
import { listAdminMailboxes } from "../users/queries.ts";
import { findMessage } from "./queries.ts";

/** Tells every admin what somebody wrote. */
export const contactMails: EventMails = {
  async "message.received"(db, { messageId }) {
    const written = await findMessage(db, messageId);
    if (!written) return [];
    return (await listAdminMailboxes(db)).map(({ to, language: chosen }) => {
      const language = mailLanguage(chosen);
      const { subject, text } = words[language].mails.contact;
      return { to, language, subject, text: text(written) };
    });
  },
};
