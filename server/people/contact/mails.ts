import { words } from "../../process/words.ts";
import type { Writer } from "../outbox/mailer.ts";
import { findMessage } from "./queries.ts";

/** Tells an admin what somebody wrote. */
export const writeReceived: Writer<"message.received"> = async (db, { messageId }, reader) => {
  const { subject, text } = words[reader.language].mails.contact;
  const written = await findMessage(db, messageId, reader.userId);
  return written && { subject, text: text(written) };
};
