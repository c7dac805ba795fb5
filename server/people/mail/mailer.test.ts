import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createEvery } from "../../process/every.ts";
import { words } from "../../process/words.ts";
import { away, takeMail } from "../../testing/smtp-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { createMailer, senderOf } from "./mailer.ts";

const db = await createTestDatabase();
const key = Buffer.alloc(32, 7);
const sender = async () => ({ name: "Site", address: "site@example.org" });
const hello = {
  to: "owner@example.org",
  language: "es",
  subject: "Hello",
  text: "The last line",
} as const;

const silent = { info: () => {}, warn: () => {}, error: () => {} };
type MailerDeps = Parameters<typeof createMailer>[0];

function openMailer({
  readOnlyUntil = async () => null,
  ...deps
}: Omit<MailerDeps, "every"> & { readOnlyUntil?: () => Promise<Date | null> }) {
  const { every, stop } = createEvery({ log: silent, registry: new Registry(), readOnlyUntil });
  const mailer = createMailer({ ...deps, every });
  return { ...mailer, close: () => mailer.close().then(stop) };
}

it("lets no text of a mail become a header or a recipient of it", async () => {
  const smtp = await takeMail();
  const failures: object[] = [];
  const log = { info: () => {}, error: (fields: object) => failures.push(fields) };
  const injected = "Title\r\nBcc: everybody@example.org\r\n\r\nAnother text";
  const mailer = openMailer({ db, key, smtpUrl: smtp.url, sender, log });
  mailer.send({
    to: "owner@example.org",
    language: "en",
    subject: `Your survey is published: ${injected}`,
    text: `${injected}\r\n.\r\nRCPT TO:<everybody@example.org>\r\n`,
  });
  await smtp.done;
  await mailer.close();
  smtp.close();
  expect(failures).toEqual([]);
  expect(smtp.commands.filter((line) => line.startsWith("RCPT"))).toEqual([
    "RCPT TO:<owner@example.org>",
  ]);
  const head = smtp.content.slice(0, smtp.content.indexOf(""));
  expect(head.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
  expect(head.join(" ")).toContain("Subject: Your survey is published: Title");
});

it("says in which language a mail is, and writes its subject as it is", async () => {
  const smtp = await takeMail();
  const mailer = openMailer({ db, key, smtpUrl: smtp.url, sender, log: console });
  const { subject, text } = words.ar.mails.alreadyRegistered;
  const mail = { to: hello.to, language: "ar", subject, text: text({ site: "Site" }) } as const;
  mailer.send(mail);
  await mailer.close();
  smtp.close();
  expect(smtp.content).toContain("Content-Language: ar");
  const encoded = smtp.content.join("\n").match(/^Subject: (.*(?:\n .*)*)/m)?.[1] ?? "";
  const parts = Array.from(encoded.matchAll(/=\?UTF-8\?B\?(.*?)\?=/g), ([, part = ""]) => part);
  expect(parts.map((part) => Buffer.from(part, "base64").toString()).join("")).toBe(subject);
});

it("waits for the mails under way when it closes", async () => {
  const smtp = await takeMail();
  const mailer = openMailer({ db, key, smtpUrl: smtp.url, sender, log: console });
  mailer.send(hello);
  await mailer.close();
  smtp.close();
  expect(smtp.content).toContain("The last line");
});

it.each([
  ["the recipient", /^RCPT/, "RCPT TO"],
  ["the sender", /^MAIL/, "MAIL FROM"],
  ["the text", /^\.$/, "DATA"],
])("logs why, and no address, when the mail server refuses %s", async (_what, refused, command) => {
  const smtp = await takeMail(refused);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const mailer = openMailer({ db, key, smtpUrl: smtp.url, sender, log });
  mailer.send({ ...hello, text: "To owner@example.org" });
  await mailer.close();
  smtp.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "mail not sent", subject: "Hello", command, responseCode: 550 },
  ]);
  expect(lines.join()).not.toMatch(/owner|example|@/);
});

it.each([
  ["its password", /^AUTH/, { refusal: "535 5.7.8 wrong password" }, 535],
  ["its greeting", undefined, { greeting: "554 5.7.1 no service for you" }, 554],
  ["its name", /^(EHLO|HELO)/, { refusal: "550 5.7.1 who are you" }, 550],
  ["its mails without a log-in", /^MAIL/, { refusal: "530 5.7.0 log in first" }, 530],
  ["whatever it sends", /^RCPT/, { refusal: "521 5.3.2 no mail here" }, 521],
])("keeps a mail while the mail server refuses the site by %s", async (_by, refused, how, code) => {
  const closed = await takeMail(refused, how);
  const results: string[] = [];
  const lines: unknown[] = [];
  const log = { info: () => {}, error: (fields: object) => lines.push(fields) };
  const count = (result: string) => results.push(result);
  const smtpUrl = closed.url.replace("//", "//site:stale@");
  const before = openMailer({ db, key, smtpUrl, sender, log, count });
  before.send(hello);
  await before.close();
  closed.close();
  expect(results).toEqual(["delayed"]);
  expect(lines).toMatchObject([{ responseCode: code }]);

  await db.updateTable("waiting_mails").set({ due_at: new Date() }).execute();
  const open = await takeMail();
  const after = openMailer({ db, key, smtpUrl: open.url, sender, log: silent, lookEveryMs: 10 });
  await open.done;
  await after.close();
  open.close();
  expect(open.content).toContain("The last line");
});

it("keeps a mail while the mail server is away, and another server sends it", async () => {
  const results: string[] = [];
  const count = (result: string) => results.push(result);
  const before = openMailer({ db, key, smtpUrl: await away(), sender, log: silent, count });
  before.send(hello);
  await before.close();
  expect(results).toEqual(["delayed"]);
  const [row] = await db.selectFrom("waiting_mails").selectAll().execute();
  expect(row).toMatchObject({ tries: 1 });
  expect(row?.due_at.getTime()).toBeGreaterThan(Date.now());
  expect(row?.sealed.toString("latin1")).not.toContain("owner");

  await db.updateTable("waiting_mails").set({ due_at: new Date() }).execute();
  const smtp = await takeMail();
  const after = openMailer({ db, key, smtpUrl: smtp.url, sender, log: silent, lookEveryMs: 10 });
  await smtp.done;
  await after.close();
  smtp.close();
  expect(smtp.content).toContain("The last line");
  expect(smtp.content).toContain(`Message-ID: <${row?.id}@example.org>`);
  expect(await db.selectFrom("waiting_mails").selectAll().execute()).toEqual([]);
});

it("sends what a transaction has added once that is committed, and nothing otherwise", async () => {
  const smtp = await takeMail();
  const log = silent;
  const mailer = openMailer({ db, key, smtpUrl: smtp.url, sender, log, lookEveryMs: 10 });
  const undone = db.transaction().execute(async (trx) => {
    await mailer.sendWith(trx, { ...hello, text: "Never" }, randomUUID());
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  await db.transaction().execute((trx) => mailer.sendWith(trx, hello, randomUUID()));
  await smtp.done;
  await mailer.close();
  smtp.close();
  expect(smtp.content).toContain("The last line");
  expect(smtp.content).not.toContain("Never");
});

it("rests while the site is read-only", async () => {
  const smtpUrl = await away();
  const until = async () => new Date();
  const mailer = openMailer({ db, key, smtpUrl, sender, log: silent, readOnlyUntil: until });
  mailer.send(hello);
  await mailer.close();
  expect(await db.selectFrom("waiting_mails").select("tries").execute()).toEqual([{ tries: 0 }]);
  await db.deleteFrom("waiting_mails").execute();
});

it("leaves out a mail that was written with another secret", async () => {
  const lost = openMailer({ db, key, smtpUrl: await away(), sender, log: silent });
  lost.send(hello);
  await lost.close();
  await db.updateTable("waiting_mails").set({ due_at: new Date() }).execute();
  const lines: string[] = [];
  const log = { info: () => {}, error: (_fields: object, message: string) => lines.push(message) };
  const other = openMailer({ db, key: Buffer.alloc(32, 8), smtpUrl: await away(), sender, log });
  other.send(hello);
  await other.close();
  expect(lines).toContain("a mail was written with another APP_SECRET and can't be sent");
  await db.deleteFrom("waiting_mails").execute();
});

it.each([
  ["polls@example.org", "Our polls", "polls@example.org"],
  ["Town hall <polls@example.org>", "Town hall", "polls@example.org"],
  ['"Town, hall" <polls@example.org>', "Town, hall", "polls@example.org"],
  ["<polls@example.org>", "Our polls", "polls@example.org"],
])("of MAIL_FROM=%s, the sender is called %s", (from, name, address) => {
  expect(senderOf(from, "Our polls", false)).toEqual({ name, address });
  expect(senderOf(from, "Our polls", true)).toEqual({ name: "Our polls", address });
});

it("signs a mail with the sender's name", async () => {
  const smtp = await takeMail();
  const mailer = openMailer({ db, key, smtpUrl: smtp.url, sender, log: console });
  mailer.send(hello);
  await mailer.close();
  smtp.close();
  expect(smtp.content).toContain("From: Site <site@example.org>");
  expect(smtp.content.slice(smtp.content.indexOf("The last line"))).toEqual(
    expect.arrayContaining(["Site"]),
  );
});
