import type { Identity } from "../http/handlers.ts";

/**
 * The identity provider, as far as the product knows it: something that serves its own pages and
 * calls under `/identity`, and can prove who somebody is.
 */
export interface IdentityProvider {
  handle(request: Request): Promise<Response>;
  /** Reads the proof in these headers: an ID token in `Authorization`, else the session cookie. */
  identify(headers: Headers): Promise<Identity | null>;
}
