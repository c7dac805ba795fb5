import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Returns at once, so no request waits for a mail. A mail that can't be sent is logged. */
  send(mail: Mail): void;
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
    };
  }
  const transport = createTransport(smtpUrl);
  return {
    send(mail) {
      transport.sendMail({ from, ...mail }).then(
        () => count("sent"),
        (error: unknown) => {
          count("failed");
          log.error({ err: error, subject: mail.subject }, "mail not sent");
        },
      );
    },
  };
}
