import { pages } from "../../contract/pages.ts";
import type { Mail } from "../mail/mailer.ts";

interface Decided {
  to: string;
  accepted: boolean;
  answer: string;
  siteUrl: string;
}

/** Tells a person what was decided on their request. */
export function decisionMail({ to, accepted, answer, siteUrl }: Decided): Mail {
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
