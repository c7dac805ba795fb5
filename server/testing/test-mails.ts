import type { TestApp } from "./test-app.ts";

interface LoggedMail {
  to: string;
  language: string;
  subject: string;
  text: string;
}

/** Every mail so far; without SMTP the server logs its mails. */
export function sentMails(site: TestApp): LoggedMail[] {
  const lines = site.logged as { mail?: LoggedMail }[];
  return lines.flatMap(({ mail }) => mail ?? []);
}

/** The newest mail of a kind, and the link in it. */
export function newestMail(site: TestApp, to: string, subject: RegExp) {
  const mail = sentMails(site).findLast((sent) => sent.to === to && subject.test(sent.subject));
  const link = mail?.text.match(/https?:\S+/)?.[0];
  if (!mail || !link) throw new Error(`no mail about ${subject} to ${to}`);
  return { ...mail, link: new URL(link) };
}

/** What the link of a mail says behind its `#`. */
export const tokenIn = ({ hash }: URL) => new URLSearchParams(hash.slice(1)).get("token") ?? "";
