import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { fillPath, type ReplyInput, type Route } from "../../contract/route.ts";

interface Sending {
  headers?: Record<string, string>;
  /** The same for everybody, so that a browser may keep it and ask whether it has changed. */
  shared?: boolean | undefined;
}

/** An answer that was checked and serialised once, to be sent to many. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  readonly headers: Record<string, string>;

  constructor(route: R, value: ReplyInput<R>, { headers, shared }: Sending = {}) {
    this.bytes = Buffer.from(JSON.stringify(route.reply.parse(value)));
    this.headers = { ...headers, ...(shared && keptHeaders(this.bytes)) };
  }
}

function keptHeaders(bytes: Buffer): Record<string, string> {
  const etag = `"${createHash("sha1").update(bytes).digest("base64url")}"`;
  return { etag, "cache-control": "private, no-cache" };
}

/** A page of a list; the `Link` header says where the next one is. */
export function preparePage<R extends Route>(
  route: R,
  query: Record<string, unknown>,
  page: { items: ReplyInput<R>; next: string | null; shared?: boolean },
  params: Record<string, string> = {},
): Prepared<R> {
  const { items, next, shared } = page;
  if (!next) return new Prepared(route, items, { shared });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after: next })) {
    if (value !== undefined) search.set(name, String(value));
  }
  const link = `<${fillPath(route.path, params)}?${search}>; rel="next"`;
  return new Prepared(route, items, { headers: { link }, shared });
}

export function sendPrepared(reply: FastifyReply, { bytes, headers }: Prepared<Route>) {
  reply.headers(headers);
  const { etag } = headers;
  if (etag && reply.request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(bytes);
}
