import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createEvery } from "../../process/every.ts";
import { words } from "../../process/words.ts";
import { away, takeMail } from "../../testing/smtp-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { connectMailServer, senderOf } from "./mail-server.ts";
import { createMailer } from "./mailer.ts";

const db = await createTestDatabase();
const key = Buffer.alloc(32, 7);
const sender = async () => ({ name: "Site", address: "site@example.org" });
const hello = {
  to: "owner@example.org",
  language: "es",
  subject: "Hello",
  text: "The last line",
} as const;

beforeAll(() => db.insertInto("identity.user").values(accountOf(hello.to)).execute());
beforeEach(() => db.deleteFrom("outbox").execute());

const accountOf = (email: string) => ({ id: randomUUID(), name: "", email, emailVerified: true });
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const nothing = async () => undefined;

type Given = Partial<Parameters<typeof createMailer>[0]>;

function openMailer(smtpUrl: string, { log = silent, ...given }: Given = {}) {
  return createMailer({
    db,
    key,
    mailServer: connectMailServer({ smtpUrl, sender, log: silent }),
    writers: {
      "survey.decided": nothing,
      "request.decided": nothing,
      "message.received": nothing,
      "token.made": async () => undefined,
      "token.expires": async () => undefined,
      "webhook.off": async () => undefined,
      news: async () => undefined,
    },
    log,
    ...given,
  });
}

/** Sends a mail as far as it goes. */
async function send(mailer: ReturnType<typeof openMailer>, mail: typeof hello | object = {}) {
  mailer.send({ ...hello, ...mail });
  await mailer.settled();
}

/** Later, another server sends what waits. Returns what the mail server got. */
async function sendLater() {
  await db
    .updateTable("outbox")
    .set({ due_at: new Date(0) })
    .execute();
  const smtp = await takeMail();
  await openMailer(smtp.url).deliverDue();
  smtp.close();
  return smtp.content;
}

const waiting = () => db.selectFrom("outbox").selectAll().execute();

it("lets no text of a mail become a header or a recipient of it", async () => {
  const smtp = await takeMail();
  const failures: object[] = [];
  const log = { error: (fields: object) => failures.push(fields) };
  const injected = "Title\r\nBcc: everybody@example.org\r\n\r\nAnother text";
  await send(openMailer(smtp.url, { log }), {
    subject: `Your survey is published: ${injected}`,
    text: `${injected}\r\n.\r\nRCPT TO:<everybody@example.org>\r\n`,
  });
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
  const { subject, text } = words.ar.mails.alreadyRegistered;
  await send(openMailer(smtp.url), { language: "ar", subject, text: text({ site: "Site" }) });
  smtp.close();
  expect(smtp.content).toContain("Content-Language: ar");
  const encoded = smtp.content.join("\n").match(/^Subject: (.*(?:\n .*)*)/m)?.[1] ?? "";
  const parts = Array.from(encoded.matchAll(/=\?UTF-8\?B\?(.*?)\?=/g), ([, part = ""]) => part);
  expect(parts.map((part) => Buffer.from(part, "base64").toString()).join("")).toBe(subject);
});

it("signs a mail with the sender's name", async () => {
  const smtp = await takeMail();
  await send(openMailer(smtp.url));
  smtp.close();
  expect(smtp.content).toContain("From: Site <site@example.org>");
  expect(smtp.content.slice(smtp.content.indexOf("The last line"))).toContain("Site");
});

it.each([
  ["the recipient", /^RCPT/, "RCPT TO"],
  ["the sender", /^MAIL/, "MAIL FROM"],
  ["the text", /^\.$/, "DATA"],
])("logs why, and no address, when the mail server refuses %s", async (_what, refused, command) => {
  const smtp = await takeMail(refused);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  await send(openMailer(smtp.url, { log }), { text: "To owner@example.org" });
  smtp.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "mail not sent", subject: "Hello", command, responseCode: 550 },
  ]);
  expect(lines.join()).not.toMatch(/owner|example|@/);
  expect(await waiting()).toEqual([]);
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
  const log = { error: (fields: object) => lines.push(fields) };
  const count = (result: string) => results.push(result);
  await send(openMailer(closed.url.replace("//", "//site:stale@"), { log, count }));
  closed.close();
  expect(results).toEqual(["delayed"]);
  expect(lines).toMatchObject([{ responseCode: code }]);
  expect(await sendLater()).toContain("The last line");
});

it("keeps a mail encrypted while the mail server is away, and another server sends it", async () => {
  await send(openMailer(await away()));
  const [row] = await waiting();
  expect(row).toMatchObject({ tries: 1 });
  expect(row?.due_at.getTime()).toBeGreaterThan(Date.now());
  expect(row?.sealed?.toString("latin1")).not.toContain("owner");
  const content = await sendLater();
  expect(content).toContain("The last line");
  expect(content).toContain(`Message-ID: <${row?.id}@example.org>`);
  expect(await waiting()).toEqual([]);
});

it("sends nothing to an address whose account was deleted meanwhile", async () => {
  const to = "gone@example.org";
  await db.insertInto("identity.user").values(accountOf(to)).execute();
  await send(openMailer(await away()), { to });
  await db.deleteFrom("identity.user").where("email", "=", to).execute();
  expect(await sendLater()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

/** A server that was asked for a mail, and then stops. */
async function stopAfter(mailer: ReturnType<typeof openMailer>, readOnlyUntil: Date | null) {
  const { every, stop } = createEvery({
    log: silent,
    registry: new Registry(),
    readOnlyUntil: async () => readOnlyUntil,
  });
  mailer.start(every);
  mailer.send(hello);
  await mailer.close();
  await stop();
}

it("sends the last mails before the server stops", async () => {
  const smtp = await takeMail();
  await stopAfter(openMailer(smtp.url), null);
  smtp.close();
  expect(smtp.content).toContain("The last line");
});

it("rests while the site is read-only", async () => {
  await stopAfter(openMailer(await away()), new Date());
  expect(await waiting()).toMatchObject([{ tries: 0 }]);
});

it("leaves out a mail that was written with another secret", async () => {
  await send(openMailer(await away()));
  await db
    .updateTable("outbox")
    .set({ due_at: new Date(0) })
    .execute();
  const lines: string[] = [];
  const log = { error: (_fields: object, message: string) => lines.push(message) };
  await openMailer(await away(), { key: Buffer.alloc(32, 8), log }).deliverDue();
  expect(lines).toEqual(["a mail was written with another APP_SECRET and can't be sent"]);
  expect(await waiting()).toEqual([]);
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

it("holds up no other mail by one that a mail server keeps open, nor by four", async () => {
  const open: (() => void)[] = [];
  const sent: string[] = [];
  const mailServer = async ({ subject }: { subject: string }) => {
    if (subject === "stuck") await new Promise<void>((end) => open.push(end));
    else sent.push(subject);
    return undefined;
  };
  const mailer = openMailer("smtp://127.0.0.1:1", { mailServer });
  const { every, stop } = createEvery({
    log: silent,
    registry: new Registry(),
    readOnlyUntil: async () => null,
  });
  mailer.start(every);
  for (const stuck of [1, 4]) {
    while (open.length < stuck) {
      const before = open.length;
      mailer.send({ ...hello, subject: "stuck" });
      await vi.waitFor(() => expect(open).toHaveLength(before + 1));
    }
    for (const subject of ["first", "second", "third"]) mailer.send({ ...hello, subject });
    await vi.waitFor(() => expect(sent.toSorted()).toEqual(["first", "second", "third"]));
    sent.length = 0;
  }
  // A server that stops waits for those that are under way.
  const stopped = stop();
  for (const end of open) end();
  await stopped;
  expect(await waiting()).toEqual([]);
});
