import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { callAddress } from "../../contract/call.ts";
import type { ReplyInput, Route } from "../../contract/route.ts";
import type { Page } from "../database/keyset.ts";

/** An answer as the bytes that are sent, for many callers or because checking it costs too much. */
export class Prepared<R extends Route> {
  readonly bytes: Buffer;
  /** Has a tag only if everybody gets the same answer: then a browser may keep and revalidate it. */
  readonly headers: { etag?: string } & PageHeaders;

  private constructor(route: R, json: string, page: PageHeaders) {
    this.bytes = Buffer.from(json);
    this.headers = {
      ...page,
      ...(route.access === "public" && {
        "cache-control": "private, no-cache",
        etag: tagOf(this.bytes),
      }),
    };
  }

  /** Checked and serialised once. The headers of a page are from `pageHeaders`. */
  static of<R extends Route>(route: R, value: ReplyInput<R>, page: PageHeaders = {}): Prepared<R> {
    return new Prepared(route, JSON.stringify(route.reply.parse(value)), page);
  }

  /** Written by the database. The route's tests check it against the schema. */
  static ofJson<R extends Route>(route: R, json: string): Prepared<R> {
    return new Prepared(route, json, {});
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
