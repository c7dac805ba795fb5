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
  const ended = new EventEmitter();
  const done = once(ended, "mail");
  const server = createServer((socket: Socket) => {
    let inData = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say(greeting);
    socket.on("data", (bytes) => {
      const lines = (rest + bytes).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        (inData ? content : commands).push(line);
        if (inData && line !== ".") continue;
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
  return { url: `smtp://127.0.0.1:${port}`, commands, content, done, close: () => server.close() };
}

/** The address of a mail server that is away. */
export async function away() {
  const smtp = await takeMail();
  smtp.close();
  return smtp.url;
}
