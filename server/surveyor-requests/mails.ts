import type { EventOf } from "../../contract/events.ts";
import { pages } from "../../contract/pages.ts";
import type { Database } from "../database/connect.ts";
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
  const words = answer ? [`An admin writes: ${answer}`] : [];
  if (accepted) {
    const start = `You can create surveys now: ${siteUrl}${pages.createSurvey}`;
    return { to, subject: "You are a surveyor now", text: [start, ...words].join("\n\n") };
  }
  return {
    to,
    subject: "Your request to become a surveyor was declined",
    text: [
      "You asked to become a surveyor. An admin has read it and declined.",
      ...words,
      `You can ask again: ${siteUrl}${pages.becomeSurveyor}`,
    ].join("\n\n"),
  };
}
