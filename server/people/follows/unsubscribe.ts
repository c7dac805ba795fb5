import { createHmac, timingSafeEqual } from "node:crypto";
import { pages } from "../../../contract/pages.ts";

// 128 bits: nobody guesses one, and the address still fits on a line or two.
const MAC_BYTES = 16;
const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/;

/**
 * Ends the mails of news to this person, for whoever has the mail. It does not expire, as the mail does
 * not. People open `page`; mail programs post to `call`, which stands in logs of proxies.
 */
export function unsubscribePaths(userId: string, key: Buffer): { page: string; call: string } {
  const of = `of=${userId}.${macOf(userId, key).toString("base64url")}`;
  return { page: `${pages.unsubscribe}#${of}`, call: `${pages.unsubscribe}?${of}` };
}

/** Null if the site has not made it. */
export function readUnsubscribe(given: string, key: Buffer): string | null {
  const [, userId, mac] = form.exec(given) ?? [];
  if (!userId || !mac) return null;
  return timingSafeEqual(Buffer.from(mac, "base64url"), macOf(userId, key)) ? userId : null;
}

function macOf(userId: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(userId).digest().subarray(0, MAC_BYTES);
}
