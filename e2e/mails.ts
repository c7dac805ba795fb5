import { readFile } from "node:fs/promises";
import { expect } from "./site.ts";

/** The link in the newest mail of this kind. Without SMTP the server logs its mails. */
export async function linkInMail(to: string, subject: string, logFile?: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      link =
        (await readMails(logFile)).findLast((m) => m.to === to && m.subject === subject)?.link ??
        "";
      return link;
    })
    .toContain("http");
  return link;
}

/** What the link of a mail says behind its `#`. */
export function tokenIn(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
}

/** Waits until a mail of this kind has been sent. */
export async function mailTo(to: string, subject: string): Promise<void> {
  await expect
    .poll(async () => (await readMails()).some((m) => m.to === to && m.subject === subject))
    .toBe(true);
}

async function readMails(logFile = process.env.SERVER_LOG ?? "") {
  const log = await readFile(logFile, "utf8");
  return log
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"mail":') && line.endsWith("}"))
    .map((line) => {
      const { to, subject, text } = JSON.parse(line).mail;
      return { to, subject, link: /https?:\/\/\S+/.exec(text)?.[0] };
    });
}
