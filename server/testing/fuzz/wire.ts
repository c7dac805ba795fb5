import { connect } from "node:net";
import { PROBLEM_MEDIA_TYPE } from "../../../contract/errors.ts";

const json = "Content-Type: application/json";

/**
 * What no client library would send: truncated, contradictory, or not HTTP at all. The lines of a
 * head end with CRLF; the body follows the empty line.
 */
export const brokenMessages: Record<string, string> = {
  nothing: "",
  "no HTTP": "hello\r\n\r\n",
  "TLS instead": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "a head that ends early": "GET / HTTP/1.1\r\nHost: x\r\n",
  "no version": "GET /\r\n\r\n",
  "another version": "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
  "an unknown method": "BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n",
  "no host": "GET /survey/item HTTP/1.1\r\n\r\n",
  "two hosts": "GET /survey/item HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "odd bytes in a host": "GET /survey/item HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
  "NUL in a header": "GET /survey/item HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n",
  "a header without a name": "GET /survey/item HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n",
  "a space before a colon": "GET /survey/item HTTP/1.1\r\nHost: x\r\nX : b\r\n\r\n",
  "a folded header": "GET /survey/item HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
  "a bare line feed": "GET /survey/item HTTP/1.1\nHost: x\n\n",
  "NUL in the address": "GET /survey/\0item HTTP/1.1\r\nHost: x\r\n\r\n",
  "bytes in the address": "GET /survey/item?search=\xff\xc0 HTTP/1.1\r\nHost: x\r\n\r\n",
  "an absolute address": "GET http://evil.example/survey/item HTTP/1.1\r\nHost: x\r\n\r\n",
  "an absolute address that is none": "GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
  "a star": "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  "a double slash": "GET //evil.example/%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n",
  "a long address": `GET /${"a".repeat(7_500)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  "a long address of the provider": `GET /identity/${"a".repeat(7_500)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  "an endless address": `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  "many headers": `GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(1_500)}\r\n`,
  "endless headers": `GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(20_000)}\r\n`,
  "a body that breaks off": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 500\r\n\r\n{"name":"A`,
  "a body longer than it says": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 2\r\n\r\n{"name":"A"}`,
  "two lengths": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  "a negative length": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: -1\r\n\r\n{}`,
  "an endless length": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 99999999999\r\n\r\n{}`,
  "length and chunks": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "a broken chunk": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  "chunks without an end": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
  "an unknown encoding": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nTransfer-Encoding: x\r\n\r\n{}`,
  "bytes that are no UTF-8": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 12\r\n\r\n{"name":"\xff"}`,
  "a vast body": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 200000\r\n\r\n${" ".repeat(200_000)}`,
  "an expectation": `POST /contactMessage HTTP/1.1\r\nHost: x\r\n${json}\r\nExpect: magic\r\nContent-Length: 2\r\n\r\n{}`,
  "an upgrade": "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  "a tunnel": "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "HTTP/2 at once": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "two requests in one": `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing/here HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
};

// Longer than the server waits for the rest of a request.
const HANG_MS = 15_000;

/**
 * Sends the bytes and nothing more. Returns the answer, one character for each of its bytes. The
 * server drops an answer that it is still preparing if it is told that nothing more will come.
 */
export function sendBytes(
  port: number,
  message: Buffer,
  then: "wait" | "end" = "wait",
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const finish = (text?: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text ?? Buffer.concat(chunks).toString("latin1"));
    };
    const timer = setTimeout(() => finish("HTTP/1.1 000 no end"), HANG_MS);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => finish());
    socket.on("close", () => finish());
    socket.on("error", () => finish());
    socket.write(message);
    if (then === "end") socket.end();
  });
}

/**
 * Returns what is wrong with the answer, or null. Closing the connection without an answer is fine
 * for something that is not a request.
 */
export async function sendBroken(port: number, message: string): Promise<string | null> {
  return whatIsWrong(await sendBytes(port, Buffer.from(message, "latin1"), "end"));
}

function whatIsWrong(answer: string): string | null {
  if (answer === "") return null;
  for (const [, status = "", head = ""] of answer.matchAll(
    /HTTP\/1\.1 (\d{3}) ([\s\S]*?)\r\n\r\n/g,
  )) {
    if (!/^[234]/.test(status)) return answer.slice(0, 300);
    // Node itself refuses a missing host or an unknown expectation, without a body.
    const isEmpty = /content-length: 0/i.test(head) || !/content-type/i.test(head);
    if (status >= "400" && !isEmpty && !head.includes(PROBLEM_MEDIA_TYPE))
      return answer.slice(0, 300);
  }
  return answer.startsWith("HTTP/1.1 ") ? null : answer.slice(0, 300);
}
