import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { callAddress } from "../../contract/call.ts";
import type { ReplyInput, Route } from "../../contract/route.ts";

/** A cached answer: checked and serialised once, sent to many callers. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  /** Has a tag only if everybody gets the same answer: then a browser may keep and revalidate it. */
  readonly headers: { etag?: string; link?: string };

  /** `link` is that of a page's next one, from `linkToNext`. */
  constructor(route: R, value: ReplyInput<R>, link: { link?: string } = {}) {
    this.bytes = Buffer.from(JSON.stringify(route.reply.parse(value)));
    this.headers = {
      ...link,
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

interface Parts {
  params?: Record<string, string>;
  query: object | undefined;
}

/** The Link header of a page that has a next one. */
export function linkToNext(route: Route, { params = {}, query }: Parts, next: string | null) {
  if (!next) return {};
  const address = callAddress(route.path, { params, query: { ...query, after: next } });
  return { link: `<${address}>; rel="next"` };
}

export function sendPrepared(reply: FastifyReply, { bytes, headers }: Prepared<Route>) {
  const known = reply.request.headers["if-none-match"];
  reply.headers(headers);
  if (known !== undefined && known === headers.etag) return reply.code(304).send();
  return reply.header("content-type", "application/json; charset=utf-8").send(bytes);
}
