import { SITE_NAME } from "../../contract/site.ts";
import type { Mail } from "../mail/mailer.ts";
import { words } from "../words.ts";

const { mails } = words.en;

export function confirmationMail(to: string, url: string): Mail {
  const { subject, text } = mails.confirmation;
  return { to, subject, text: text({ site: SITE_NAME, url }) };
}

export function alreadyRegisteredMail(to: string): Mail {
  const { subject, text } = mails.alreadyRegistered;
  return { to, subject, text: text({ site: SITE_NAME }) };
}

export function passwordResetMail(to: string, url: string): Mail {
  const { subject, text } = mails.passwordReset;
  return { to, subject, text: text({ site: SITE_NAME, url }) };
}

interface Client {
  /** For example `Firefox on Linux`. */
  device: string;
  /** Shortened, for example `203.0.113.x`. */
  address: string;
}

/** What somebody may have done to an account who is not its owner. */
export function warningMail(
  kind: "newDevice" | "passwordChanged" | "twoFactorOff",
  to: string,
  { device, address: place }: Client,
  url: string,
): Mail {
  const { subject, text } = mails[kind];
  return { to, subject, text: text({ site: SITE_NAME, device, place, url }) };
}
