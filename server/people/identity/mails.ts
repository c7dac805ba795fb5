import { pages, prefixOf } from "../../../contract/pages.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { sayDevice } from "../../../words/say-device.ts";
import { deviceOf, shortAddress } from "../../http/client-words.ts";
import { words } from "../../process/words.ts";
import type { Mail } from "../outbox/mail-server.ts";

export interface Recipient {
  to: string;
  language: Language;
  /** The site's name. */
  site: string;
}

/** A mail with a link to a page of this site that holds the token. */
interface WithToken extends Recipient {
  /** Any address of this site. */
  siteUrl: string;
  token: string;
}

/** How long the link of a confirmation mail works: the mail may be late, and lie about for long. */
export const CONFIRMATION_MINUTES = 60;

export function confirmationMail({ to, language, site, siteUrl, token }: WithToken): Mail {
  const { subject, text } = words[language].mails.confirmation;
  const url = tokenLink(siteUrl, prefixOf(language) + pages.verifyEmail, token);
  return { to, language, subject, text: text({ site, url, minutes: CONFIRMATION_MINUTES }) };
}

export function alreadyRegisteredMail({ to, language, site }: Recipient): Mail {
  const { subject, text } = words[language].mails.alreadyRegistered;
  return { to, language, subject, text: text({ site }) };
}

export function passwordResetMail({ to, language, site, siteUrl, token }: WithToken): Mail {
  const { subject, text } = words[language].mails.passwordReset;
  const url = tokenLink(siteUrl, prefixOf(language) + pages.resetPassword, token);
  return { to, language, subject, text: text({ site, url }) };
}

/** The account may be somebody else's, so this mail has no link that opens it. */
export function passwordNotResetMail({ to, language, site, siteUrl }: WithToken): Mail {
  const { subject, text } = words[language].mails.passwordNotReset;
  const url = new URL(prefixOf(language) + pages.contact, siteUrl).href;
  return { to, language, subject, text: text({ site, url }) };
}

/**
 * The page asks before it uses the token, so opening the link alone changes nothing. Browsers send
 * no server what follows a `#`, so the token stands in no log of a proxy.
 */
function tokenLink(siteUrl: string, page: string, token: string): string {
  const link = new URL(page, siteUrl);
  link.hash = String(new URLSearchParams({ token }));
  return link.href;
}

/** Who did something, as far as it is known. */
export interface Client {
  address: string;
  userAgent: string | null | undefined;
}

export type WarningKind =
  | "newDevice"
  | "passwordChanged"
  | "twoFactorOff"
  | "passkeyAdded"
  | "socialConnected";

interface Warning extends Recipient {
  kind: WarningKind;
  client: Client;
  siteUrl: string;
}

/** What somebody may have done to an account who is not its owner, and where to take it back. */
export function warningMail({ kind, to, language, site, client, siteUrl }: Warning): Mail {
  const { mails, devices } = words[language];
  const { subject, text } = mails[kind];
  const device = sayDevice(devices, deviceOf(client.userAgent));
  const place = shortAddress(client.address);
  const url = new URL(prefixOf(language) + pages.forgotPassword, siteUrl).href;
  return { to, language, subject, text: text({ site, device, place, url }) };
}
