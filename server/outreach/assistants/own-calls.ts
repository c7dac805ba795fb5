import type { FastifyInstance } from "fastify";
import { type CallArguments, callAddress } from "../../../contract/call.ts";
import type { Reply, Route } from "../../../contract/route.ts";

/** Who asks, as the assistant's own call said it. */
export interface Asker {
  /** Their `Authorization`; undefined for a visitor. */
  authorization: string | undefined;
  address: string;
}

/** A call that was refused, in the words of its problem document. */
export class Refused extends Error {}

/**
 * Calls this site as any program does, with the asker's token and from their address. So an assistant
 * meets the same gates, limits and budgets, and has no way to more than the token has.
 */
export function createOwnCalls(app: FastifyInstance, { authorization, address }: Asker) {
  const headers = { ...(authorization && { authorization }) };

  async function get(url: string, more: Record<string, string> = {}) {
    return app.inject({ url, headers: { ...headers, ...more }, remoteAddress: address });
  }

  return {
    async call<R extends Route>(route: R, ...[input]: CallArguments<R, object>): Promise<Reply<R>> {
      const answer = await get(callAddress(route.path, input ?? {}));
      const body = answer.json();
      if (answer.statusCode === 200) return body as Reply<R>;
      throw new Refused(body.detail ?? body.title ?? `status ${answer.statusCode}`);
    },
    /** For the functions with which strangers verify this site. */
    fetch: (async (url: URL | string, options: RequestInit = {}) => {
      const { pathname, search } = new URL(url);
      const answer = await get(pathname + search, options.headers as Record<string, string>);
      options.signal?.throwIfAborted();
      const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
      return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      });
    }) as typeof fetch,
  };
}

export type OwnCalls = ReturnType<typeof createOwnCalls>;
