import type { FastifyRequest } from "fastify";
import type { Identity } from "../../http/handlers.ts";

/** What the product needs: answers to the calls under `/identity`, and proof of who a person is. */
export interface IdentityProvider {
  handle(request: Request): Promise<Response>;
  /** Reads the proof in these headers: an ID token in `Authorization`, else the session cookie. */
  identify(headers: Headers): Promise<Identity | null>;
}

/** Carries the caller's network address. A value from a client is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** The headers that the provider reads. All others are dropped, because clients can invent them. */
const passedOn = [
  "accept-language",
  "authorization",
  "content-type",
  "cookie",
  "origin",
  "referer",
  "user-agent",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
];

/** The headers for the provider, and the address of this site under which the request came. */
export function toProviderHeaders(request: FastifyRequest, siteUrls: string[]) {
  const values = new Headers();
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === "string") values.set(name, value);
  }
  values.set(CLIENT_ADDRESS_HEADER, request.address);
  const origin =
    siteUrls.find((url) => new URL(url).host === request.headers.host) ?? siteUrls[0] ?? "";
  values.set("host", new URL(origin).host);
  return { origin, values };
}
