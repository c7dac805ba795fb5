import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PROBLEM_MEDIA_TYPE, type ProblemCode, problemStatuses } from "../../contract/errors.ts";
import { problemDocument } from "./problems.ts";

const codes: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "timed_out",
};

/**
 * Answers input that is not HTTP, or that took too long to become a request. There is no request
 * and no route yet, so the answer is written to the socket directly.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const code = codes[error.code ?? ""] ?? "bad_request";
    const status = problemStatuses[code];
    // There are no headers yet, so nobody has said which language they read.
    const document = problemDocument({ refused: code }, randomUUID(), { language: "en" });
    const body = JSON.stringify(document);
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Cache-Control: no-store",
        "Connection: close",
        "",
        body,
      ].join("\r\n"),
    );
  }
  socket.destroy();
}
