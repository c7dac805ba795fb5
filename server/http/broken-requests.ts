import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PROBLEM_MEDIA_TYPE, type ProblemCode, problemStatuses } from "../../contract/errors.ts";
import { dataHeaders } from "./headers.ts";
import { type Budgets, LONGEST_WAIT_MS } from "./limits/budgets.ts";
import { plainAddress } from "./limits/network.ts";
import { pagePrice } from "./limits/prices.ts";
import { problemDocument } from "./problems.ts";

const codes: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "timed_out",
};

interface Deps {
  https: boolean;
  budgets: Pick<Budgets, "networks">;
}

/**
 * Answers input that is not HTTP, or that took too long to become a request. There is no request
 * and no route yet, so the answer is written to the socket directly. It costs what a page does; who
 * has used up their budget gets no answer.
 */
export function createBrokenAnswers({ https, budgets }: Deps) {
  const headers = Object.entries(dataHeaders({ https })).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code !== "ECONNRESET" && socket.writable && mayPay(socket)) {
      const code = codes[error.code ?? ""] ?? "bad_request";
      const status = problemStatuses[code];
      // There are no headers yet, so nobody has said which language they read.
      const document = problemDocument({ refused: code }, randomUUID(), { language: "en" });
      const body = JSON.stringify(document);
      socket.write(
        [
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
          `content-type: ${PROBLEM_MEDIA_TYPE}`,
          `content-length: ${Buffer.byteLength(body)}`,
          "cache-control: no-store",
          "connection: close",
          ...headers,
          "",
          body,
        ].join("\r\n"),
      );
    }
    socket.destroy();
  };

  function mayPay({ remoteAddress = "" }: Socket): boolean {
    const address = plainAddress(remoteAddress);
    return budgets.networks.begin({ address }, pagePrice.call) <= LONGEST_WAIT_MS;
  }
}
