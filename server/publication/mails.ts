import { pages } from "../../contract/pages.ts";
import type { Mail } from "../mail/mailer.ts";

interface Decided {
  to: string;
  title: string;
  status: "published" | "unpublish";
  message: string;
  siteUrl: string;
}

/** Tells a surveyor what was decided on their survey. */
export function decisionMail({ to, title, status, message, siteUrl }: Decided): Mail {
  if (status === "published") {
    return {
      to,
      subject: `Your survey is published: ${title}`,
      text: `People can vote on “${title}” now.\n\nYour surveys: ${siteUrl}${pages.ownSurveys}`,
    };
  }
  return {
    to,
    subject: `Your survey is not published: ${title}`,
    text: [
      `An admin has decided not to show “${title}”, and writes:`,
      message,
      `You can change it and send it again: ${siteUrl}${pages.ownSurveys}`,
    ].join("\n\n"),
  };
}
