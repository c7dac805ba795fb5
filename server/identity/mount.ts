import type { FastifyInstance, FastifyRequest } from "fastify";
import { IDENTITY_PATH } from "../../contract/identity.ts";
import { CLIENT_ADDRESS_HEADER } from "./better-auth-provider.ts";
import type { IdentityProvider } from "./provider.ts";

/** Hands everything under `/identity` to the provider, as the web's own Request and Response. */
export function mountIdentity(app: FastifyInstance, provider: IdentityProvider): void {
  app.route({
    method: ["GET", "POST"],
    url: `${IDENTITY_PATH}/*`,
    handler: async (request, reply) => {
      const response = await provider.handle(toWebRequest(request));
      reply.code(response.status);
      for (const [name, value] of response.headers) {
        if (name !== "set-cookie") reply.header(name, value);
      }
      reply.header("set-cookie", response.headers.getSetCookie());
      const retryAfter = response.headers.get("x-retry-after");
      if (retryAfter) reply.header("retry-after", retryAfter);
      return reply.send(Buffer.from(await response.arrayBuffer()));
    },
  });
}

export function toWebHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  return headers;
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = toWebHeaders(request);
  // The body is written anew below.
  headers.delete("content-length");
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers,
    body: request.method === "GET" ? null : JSON.stringify(request.body ?? {}),
  });
}
