import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { ReplyInput, Route } from "../../contract/route.ts";

/** A cached answer: checked and serialised once, sent to many callers. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  /** For a page: the cursor after which the next page starts. */
  readonly next: string | null;
  /** Has a tag only if everybody gets the same answer: then a browser may keep and revalidate it. */
  readonly headers: { "content-type": string; "cache-control"?: string; etag?: string };

  constructor(route: R, value: ReplyInput<R>, next: string | null = null) {
    this.bytes = Buffer.from(JSON.stringify(route.reply.parse(value)));
    this.next = next;
    this.headers = {
      "content-type": "application/json; charset=utf-8",
      ...(route.access === "public" && {
        "cache-control": "private, no-cache",
        etag: tagOf(this.bytes),
      }),
    };
  }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash("sha1").update(bytes).digest("base64url")}"`;
}

export function sendPrepared(reply: FastifyReply, { bytes, headers }: Prepared<Route>) {
  const known = reply.request.headers["if-none-match"];
  reply.headers(headers);
  if (known !== undefined && known === headers.etag) return reply.code(304).send();
  return reply.send(bytes);
}
