import { createTransport } from "nodemailer";
import type { Language } from "../../../words/generated/languages.ts";

// With both, one mail takes less than the time for which it is kept from other servers.
const CONNECT_MS = 30_000;
const SILENCE_MS = 60_000;

export interface Mail {
  to: string;
  language: Language;
  subject: string;
  text: string;
  /** The same for whoever reads it in a browser or an app. */
  html?: string;
  /** Of a mail that people may want no more of: an address that ends it by one POST (RFC 8058). */
  unsubscribe?: string;
}

interface Failure {
  /** Another try would fail too. */
  forGood: boolean;
  /** Who refuses: `address` that there is such a person; `domain` to take more mails just now. */
  by?: "address" | "domain" | undefined;
  /** For the log. */
  why: object;
}

/** Hands a mail over. The same id at each try, by which others can tell a repeated mail. */
export type MailServer = (mail: Mail, id: string) => Promise<Failure | undefined>;

interface Sender {
  name: string;
  address: string;
}

interface Deps {
  smtpUrl: string | undefined;
  /** Who sends the mail, as it is at that moment. */
  sender: () => Promise<Sender>;
  log: { info: (fields: object, message: string) => void };
}

export function connectMailServer({ smtpUrl, sender, log }: Deps): MailServer {
  if (!smtpUrl) {
    return async (mail) => {
      log.info({ mail }, "no SMTP_URL is set, so this mail is printed instead of sent");
      return undefined;
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return async ({ language, unsubscribe, ...mail }, id) => {
    const from = await sender();
    // Mail programs know by the dashes that a signature follows.
    const text = `${mail.text}\n\n-- \n${from.name}\n`;
    const host = hostOf(from.address);
    const headers = {
      "content-language": language,
      ...(unsubscribe && {
        "list-id": `<news.${host}>`,
        "list-unsubscribe": `<${unsubscribe}>`,
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      }),
    };
    const messageId = `<${id}@${host}>`;
    try {
      await transport.sendMail({ from, ...mail, text, headers, messageId });
      return undefined;
    } catch (error) {
      const why = { ...whyNot(error), subject: mail.subject };
      return { forGood: isForGood(error), by: refusedBy(error), why };
    }
  };
}

/** What admins have named the site, else the name in `MAIL_FROM`, else the site's as settings say. */
export function senderOf(from: string, siteName: string, byAdmins: boolean): Sender {
  const [, name, address] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name: (!byAdmins && name) || siteName, address: address ?? from.trim() };
}

/** What follows the `@` in the sender's address. */
function hostOf(address: string): string {
  return /@(\S+)/.exec(address)?.[1] ?? "localhost";
}

/** What a mail server says to these commands is about this mail: its sender, recipient or content. */
const aboutTheMail = ["MAIL FROM", "RCPT TO", "DATA"];
// Wherever it says them, they are about the site: it accepts no mail at all (521), or wants another
// log-in (530 to 538).
const aboutTheSite = [521, 530, 534, 535, 538];

/**
 * A mail server answers with 5xx what it will not take at another time either. If it refuses the site
 * instead, by its greeting or after a wrong password, the operator can mend that: the mails wait.
 */
function isForGood(error: unknown): boolean {
  const { command = "", responseCode = 0 } = error as { command?: string; responseCode?: number };
  return (
    responseCode >= 500 && aboutTheMail.includes(command) && !aboutTheSite.includes(responseCode)
  );
}

/** As its answer to the recipient says; undefined if it is about something else. */
function refusedBy(error: unknown): Failure["by"] {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  if (command !== "RCPT TO" || aboutTheSite.includes(responseCode)) return undefined;
  return responseCode >= 500 ? "address" : "domain";
}

/**
 * What the log may say of a failure. The error's texts are left out: mail servers repeat addresses
 * in their answers, and the library lists those that were refused.
 */
function whyNot(error: unknown) {
  const { code, originalCode, command, responseCode } = error as Record<string, unknown>;
  return { code, originalCode, command, responseCode };
}
