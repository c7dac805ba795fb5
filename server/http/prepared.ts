import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { ReplyInput, Route } from "../../contract/route.ts";

/** A cached answer: checked and serialised once, sent to many callers. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  /** Only if everybody gets the same answer, so that a browser may keep and revalidate it. */
  readonly etag: string | null;
  /** For a page: the cursor after which the next page starts. */
  readonly next: string | null;

  constructor(route: R, value: ReplyInput<R>, next: string | null = null) {
    this.bytes = Buffer.from(JSON.stringify(route.reply.parse(value)));
    this.etag = route.access === "public" ? tagOf(this.bytes) : null;
    this.next = next;
  }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash("sha1").update(bytes).digest("base64url")}"`;
}

export function sendPrepared(reply: FastifyReply, { bytes, etag }: Prepared<Route>) {
  if (etag) {
    reply.headers({ etag, "cache-control": "private, no-cache" });
    if (reply.request.headers["if-none-match"] === etag) return reply.code(304).send();
  }
  return reply.type("application/json; charset=utf-8").send(bytes);
}
