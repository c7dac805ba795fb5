import { EventEmitter, once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createMailer } from "./mailer.ts";

/**
 * Accepts one mail, as an SMTP server does. Returns its recipient and its text. Answers the given
 * command with a refusal that repeats it, as many servers do.
 */
async function takeMail(refused?: RegExp) {
  const commands: string[] = [];
  const content: string[] = [];
  const ended = new EventEmitter();
  const done = once(ended, "mail");
  const server = createServer((socket: Socket) => {
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 here");
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
        (inData ? content : commands).push(line);
        if (inData && line !== ".") continue;
        if (refused?.test(line)) say(`550 5.1.1 no such user: ${line}`);
        else if (line === "DATA") say("354 go on");
        else if (line === "QUIT") socket.end();
        else say("250 fine");
        if (line === ".") ended.emit("mail");
        inData = line === "DATA";
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, commands, content, done, close: () => server.close() };
}

it("lets no text of a mail become a header or a recipient of it", async () => {
  const smtp = await takeMail();
  const failures: object[] = [];
  const log = { info: () => {}, error: (fields: object) => failures.push(fields) };
  const injected = "Title\r\nBcc: everybody@example.org\r\n\r\nAnother text";
  createMailer({ smtpUrl: smtp.url, from: "Site <site@example.org>", log }).send({
    to: "owner@example.org",
    subject: `Your survey is published: ${injected}`,
    text: `${injected}\r\n.\r\nRCPT TO:<everybody@example.org>\r\n`,
  });
  await smtp.done;
  smtp.close();
  expect(failures).toEqual([]);
  expect(smtp.commands.filter((line) => line.startsWith("RCPT"))).toEqual([
    "RCPT TO:<owner@example.org>",
  ]);
  const head = smtp.content.slice(0, smtp.content.indexOf(""));
  expect(head.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
  expect(head.join(" ")).toContain("Subject: Your survey is published: Title");
});

it("waits for the mails under way when it closes", async () => {
  const smtp = await takeMail();
  const mailer = createMailer({ smtpUrl: smtp.url, from: "Site <site@example.org>", log: console });
  mailer.send({ to: "owner@example.org", subject: "Hello", text: "The last line" });
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
  const mailer = createMailer({ smtpUrl: smtp.url, from: "Site <site@example.org>", log });
  mailer.send({ to: "owner@example.org", subject: "Hello", text: "To owner@example.org" });
  await mailer.close();
  smtp.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "mail not sent", subject: "Hello", command, responseCode: 550 },
  ]);
  expect(lines.join()).not.toMatch(/owner|example|@/);
});
