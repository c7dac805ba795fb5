import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { type Every, pauseAfter } from "../../process/every.ts";
import { addMail, delayMail, deleteMail, takeMails, type WaitingMail } from "./queries.ts";
import { openText, sealText } from "./sealing.ts";

// What a transaction has added, and what failed before, is looked for this often: one short query.
const LOOK_EVERY_MS = 2_000;
// At once, so that one slow mail server does not get hundreds of connections.
const MAILS_AT_ONCE = 5;
// Longer than nodemailer may take for one mail, with the limits below.
const LEASE_MS = 5 * 60_000;
const CONNECT_MS = 30_000;
const SILENCE_MS = 60_000;
// After three days, which is what mail servers themselves use at least, nobody waits for the mail any more.
const GIVEN_UP_MS = 3 * 24 * 3_600_000;

export interface Mail {
  to: string;
  language: Language;
  subject: string;
  text: string;
}

/**
 * A mail, or what reads and writes it. The call that causes it is answered meanwhile, so its time
 * does not tell whether there was something to read.
 */
export type Letter = Mail | (() => Promise<Mail>);

/** `delayed`: it is tried again. `failed`: it is not. */
export type MailResult = "sent" | "delayed" | "failed";

export interface Mailer {
  /** Returns at once, so that no request waits and its time does not tell whether there is a mail. */
  send(letter: Letter): void;
  /** Sent if the transaction is committed, also if this server dies right after that; once for each id. */
  sendWith(trx: Database, mail: Mail, id: string): Promise<void>;
  /** Waits until the mails of the last requests are written. */
  close(): Promise<void>;
}

interface Sender {
  name: string;
  address: string;
}

interface Deps {
  db: Database;
  /** Encrypts mails that wait. */
  key: Buffer;
  smtpUrl: string | undefined;
  /** Who sends the mail, as it is at that moment. */
  sender: () => Promise<Sender>;
  log: {
    info: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
  /** Rests while the site is read-only: a site that is moved would send from both places. */
  every: Every;
  /** Told the outcome of each try. */
  count?: (result: MailResult) => void;
  /** For tests. */
  lookEveryMs?: number;
}

export function createMailer(deps: Deps): Mailer {
  const { db, key, smtpUrl, sender, log, count = () => {}, lookEveryMs = LOOK_EVERY_MS } = deps;
  const unwritten = new Set<Promise<void>>();
  function send(letter: Letter, keep: (mail: Mail) => void | Promise<void>): void {
    const mail = typeof letter === "function" ? letter() : Promise.resolve(letter);
    const writing = mail
      .then(keep)
      .catch((error: unknown) => log.error({ err: error }, "mail lost"))
      .finally(() => unwritten.delete(writing));
    unwritten.add(writing);
  }
  const close = async () => void (await Promise.all(unwritten));
  if (!smtpUrl) {
    const print = (mail: Mail) =>
      log.info({ mail }, "no SMTP_URL is set, so this mail is printed instead of sent");
    return {
      send: (letter) => send(letter, print),
      sendWith: async (_trx, mail) => print(mail),
      close,
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });

  async function deliver({ id, sealed, createdAt, tries }: WaitingMail): Promise<void> {
    const text = openText(sealed, key);
    if (!text) {
      log.error({}, "a mail was written with another APP_SECRET and can't be sent");
      return deleteMail(db, id);
    }
    const { language, ...mail }: Mail = JSON.parse(text);
    const headers = { "content-language": language };
    const from = await sender();
    try {
      // The same id at each try, by which a mail server or reader can tell a repeated mail.
      const messageId = `<${id}@${hostOf(from.address)}>`;
      // Mail programs know by the dashes that a signature follows.
      const signed = `${mail.text}\n\n-- \n${from.name}\n`;
      await transport.sendMail({ from, ...mail, text: signed, headers, messageId });
      count("sent");
    } catch (error) {
      const isLast = isForGood(error) || Date.now() - createdAt.getTime() > GIVEN_UP_MS;
      count(isLast ? "failed" : "delayed");
      const message = isLast ? "mail not sent" : "mail not sent yet, will be tried again";
      log.error({ ...whyNot(error), subject: mail.subject }, message);
      if (!isLast) return delayMail(db, id, pauseAfter(tries));
    }
    await deleteMail(db, id);
  }

  /** Until none is due. Those that are left when the server stops are sent by the next one. */
  async function deliverDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const mails = await takeMails(db, { limit: MAILS_AT_ONCE, leaseMs: LEASE_MS });
      if (mails.length === 0) return;
      await Promise.all(mails.map(deliver));
    }
  }

  const delivery = deps.every(lookEveryMs, deliverDue, {
    name: "mails",
    failure: "waiting mails could not be read",
    lastly: true,
  });
  const add = (to: Database, mail: Mail, id: string) =>
    addMail(to, id, sealText(JSON.stringify(mail), key));
  return {
    send: (letter) =>
      send(letter, async (mail) => {
        await add(db, mail, randomUUID());
        void delivery.now();
      }),
    sendWith: add,
    close,
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

/**
 * What the log may say of a failure. The error's texts are left out: mail servers repeat addresses
 * in their answers, and the library lists those that were refused.
 */
function whyNot(error: unknown) {
  const { code, originalCode, command, responseCode } = error as Record<string, unknown>;
  return { code, originalCode, command, responseCode };
}
