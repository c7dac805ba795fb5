import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { fillPath, type ReplyInput, type Route } from "../../contract/route.ts";

/** An answer that was checked and serialised once, to be sent to many. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Record<string, string>;

  constructor(route: R, value: ReplyInput<R>, headers: Record<string, string> = {}) {
    this.bytes = Buffer.from(JSON.stringify(route.reply.parse(value)));
    this.etag = `"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
    this.headers = headers;
  }
}

/** A page of a list; the `Link` header says where the next one is. */
export function preparePage<R extends Route>(
  route: R,
  query: Record<string, unknown>,
  page: { items: ReplyInput<R>; next: string | null },
  params: Record<string, string> = {},
): Prepared<R> {
  if (!page.next) return new Prepared(route, page.items);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after: page.next })) {
    if (value !== undefined) search.set(name, String(value));
  }
  const link = `<${fillPath(route.path, params)}?${search}>; rel="next"`;
  return new Prepared(route, page.items, { link });
}

export function sendPrepared(reply: FastifyReply, answer: Prepared<Route>): FastifyReply {
  reply.headers({ ...answer.headers, etag: answer.etag, "cache-control": "private, no-cache" });
  if (reply.request.headers["if-none-match"] === answer.etag) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(answer.bytes);
}
