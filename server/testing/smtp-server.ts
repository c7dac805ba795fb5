import { EventEmitter, once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/**
 * Accepts one mail, as an SMTP server does. Returns its recipient and its text. Answers the given
 * command with a refusal that repeats it, as many servers do. `greeting` is its first line.
 */
export async function takeMail(
  refused?: RegExp,
  { refusal = "550 5.1.1 no such user", greeting = "220 here" } = {},
) {
  const commands: string[] = [];
  const content: string[] = [];
  /** Whole mails, each with its recipient. */
  const mails: { to: string; text: string }[] = [];
  const ended = new EventEmitter();
  const done = once(ended, "mail");
  const server = createServer((socket: Socket) => {
    let inData = false;
    let rest = "";
    let to = "";
    let written: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);
    say(greeting);
    socket.on("data", (bytes) => {
      const lines = (rest + bytes).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        (inData ? content : commands).push(line);
        if (inData) written.push(line);
        if (inData && line !== ".") continue;
        to = /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? to;
        if (line === ".") mails.push({ to, text: readable(written) });
        if (line === ".") written = [];
        if (refused?.test(line)) say(`${refusal}: ${line}`);
        else if (line === "DATA") say("354 go on");
        else if (line === "QUIT") socket.end();
        else if (line.startsWith("EHLO")) say("250-here\r\n250 AUTH PLAIN");
        else say("250 fine");
        if (line === ".") ended.emit("mail");
        inData = line === "DATA";
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    commands,
    content,
    mails,
    done,
    close: () => server.close(),
  };
}

/** Without the line breaks and codes that a mail may be written with. */
function readable(lines: string[]): string {
  return lines
    .join("\n")
    .replaceAll("=\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

/** The address of a mail server that is away. */
export async function away() {
  const smtp = await takeMail();
  smtp.close();
  return smtp.url;
}
