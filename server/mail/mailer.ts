import { setTimeout as delay } from "node:timers/promises";
import { createTransport } from "nodemailer";

// Mail servers take a second or two. One that does not answer must not keep this one from stopping.
const CLOSING_MS = 10_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Returns at once, so no request waits for a mail. A mail that can't be sent is logged. */
  send(mail: Mail): void;
  /** Waits for the mails that are being sent. */
  close(): Promise<void>;
}

interface Deps {
  smtpUrl: string | undefined;
  from: string;
  log: {
    info: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
  /** Told the outcome of each mail. */
  count?: (result: "sent" | "failed") => void;
}

export function createMailer({ smtpUrl, from, log, count = () => {} }: Deps): Mailer {
  if (!smtpUrl) {
    return {
      send(mail) {
        log.info({ mail }, "no SMTP_URL is set, so this mail is printed instead of sent");
      },
      close: async () => {},
    };
  }
  const transport = createTransport(smtpUrl);
  const unsent = new Set<Promise<void>>();
  async function sendNow(mail: Mail): Promise<void> {
    try {
      await transport.sendMail({ from, ...mail });
      count("sent");
    } catch (error) {
      count("failed");
      log.error({ ...whyNot(error), subject: mail.subject }, "mail not sent");
    }
  }
  return {
    send(mail) {
      const sending = sendNow(mail).finally(() => unsent.delete(sending));
      unsent.add(sending);
    },
    async close() {
      await Promise.race([Promise.all(unsent), delay(CLOSING_MS, undefined, { ref: false })]);
      if (unsent.size > 0) log.error({ mails: unsent.size }, "stopped before mails were sent");
    },
  };
}

/**
 * What the log may say of a failure. The error's texts are left out: mail servers repeat addresses
 * in their answers, and the library lists those that were refused.
 */
function whyNot(error: unknown) {
  const { code, originalCode, command, responseCode } = error as Record<string, unknown>;
  return { code, originalCode, command, responseCode };
}
