import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { callAddress } from "../../contract/call.ts";
import type { ReplyInput, Route } from "../../contract/route.ts";
import type { Page } from "../database/keyset.ts";

/** A cached answer: checked and serialised once, sent to many callers. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  /** Has a tag only if everybody gets the same answer: then a browser may keep and revalidate it. */
  readonly headers: { etag?: string } & PageHeaders;

  /** The headers of a page are from `pageHeaders`. */
  constructor(route: R, value: ReplyInput<R>, page: PageHeaders = {}) {
    this.bytes = Buffer.from(JSON.stringify(route.reply.parse(value)));
    this.headers = {
      ...page,
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

// A type, because Fastify takes no interface here.
type PageHeaders = { link?: string; "total-count"?: string };

/** The address of the next page, if there is one, and how many items the list has, if counted. */
export function pageHeaders(
  route: Route,
  { params = {}, query }: Parts,
  { next, total }: Omit<Page<unknown>, "items">,
): PageHeaders {
  const address = next && callAddress(route.path, { params, query: { ...query, after: next } });
  return {
    ...(address && { link: `<${address}>; rel="next"` }),
    ...(total && { "total-count": total }),
  };
}

export function sendPrepared(reply: FastifyReply, { bytes, headers }: Prepared<Route>) {
  const known = reply.request.headers["if-none-match"];
  reply.headers(headers);
  if (known !== undefined && known === headers.etag) return reply.code(304).send();
  return reply.header("content-type", "application/json; charset=utf-8").send(bytes);
}
