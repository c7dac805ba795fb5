import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

// As Standard Webhooks recommends: a receiver that takes longer should answer first and work later.
const TIMEOUT_MS = 15_000;
// Nobody reads more of it, and a receiver must not fill this server's memory.
const BODY_MAX = 64 * 1024;
const SHOWN_MAX = 1024;
const LOOPBACK = ["127.0.0.1", "::1"];
const NO_ADDRESS = "not an address that may be called";
const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

export interface Answer {
  /** Null if none came. */
  status: number | null;
  ms: number;
  /** The first kB of it, or why none came. */
  answer: string;
  retryAfterMs: number;
}

export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<Answer>;

interface Options {
  /** On a site that only this computer can reach, a receiver may be on it too. */
  allowLoopback: boolean;
  timeoutMs?: number;
  /** For tests: a name server. */
  lookup?: LookupFunction;
}

/** Whether an address may be called at all; which hosts it names is looked up for each connection. */
export function mayCall(url: string, allowLoopback: boolean): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (allowLoopback && loopbackHosts.includes(hostname));
}

/**
 * Sends to addresses that people chose, which could be those of machines beside this one. Each
 * connection is made to an address that was checked after the look-up. Redirects are not followed.
 */
export function createSender({ allowLoopback, timeoutMs = TIMEOUT_MS, lookup }: Options) {
  const options = { keepAlive: true, allowIPAddressList: allowLoopback ? LOOPBACK : [] };
  const agents = {
    "http:": new RequestFilteringHttpAgent(options),
    "https:": new RequestFilteringHttpsAgent(options),
  };

  const send: Send = async (url, headers, body) => {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      if (!mayCall(url, allowLoopback)) throw new Error(NO_ADDRESS);
      return { ...(await request(url, headers, body)), ms: took() };
    } catch (error) {
      return { status: null, ms: took(), answer: sayWhy(error as Error), retryAfterMs: 0 };
    }
  };

  function request(url: string, headers: Record<string, string>, body: string) {
    const { protocol } = new URL(url);
    const [{ request: begin }, agent] =
      protocol === "https:" ? [https, agents["https:"]] : [http, agents["http:"]];
    return new Promise<Omit<Answer, "ms">>((resolve, reject) => {
      // For all of it: a receiver that sends a byte now and then has no longer.
      const signal = AbortSignal.timeout(timeoutMs);
      const calling = begin(url, { method: "POST", headers, agent, signal, lookup });
      calling.on("error", (error) =>
        reject(signal.aborted ? new Error("no answer in time") : error),
      );
      calling.on("response", (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        const done = () => {
          const { statusCode = 0, headers: received } = response;
          const answer = readable(Buffer.concat(parts).subarray(0, SHOWN_MAX).toString());
          resolve({ status: statusCode, answer, retryAfterMs: readRetryAfter(received) });
        };
        response.on("data", (part: Buffer) => {
          length += part.length;
          if (length <= BODY_MAX) parts.push(part);
          else {
            done();
            calling.destroy();
          }
        });
        response.on("end", done);
        response.on("error", reject);
      });
      calling.end(body);
    });
  }

  return {
    send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/**
 * Whether a name is not known or leads into our own network is the same to its owner: otherwise they
 * could try names until they know those of the machines beside this one, and their addresses.
 */
function sayWhy({ message }: Error): string {
  return /ENOTFOUND|is not allowed/.test(message) ? NO_ADDRESS : readable(message);
}

/** Without what a database can't store and a page should not show. */
function readable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "\ufffd");
}

function readRetryAfter(headers: http.IncomingHttpHeaders): number {
  const given = headers["retry-after"] ?? "";
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return ms > 0 ? ms : 0;
}
