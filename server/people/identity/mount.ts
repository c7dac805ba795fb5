import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { pages, sitePath } from "../../../contract/pages.ts";
import { isRefusedWhileReadOnly } from "../../../contract/route.ts";
import { checkInput } from "../../http/bind.ts";
import { takeOrRefuse } from "../../http/limit-calls.ts";
import type { Limiter } from "../../http/limits/limiter.ts";
import { ProblemError, type WrongField } from "../../http/problems.ts";
import { type ReadOnlyUntil, refuseIfReadOnly } from "../../http/read-only.ts";
import { type IdentityProvider, toProviderHeaders } from "./provider.ts";
import { providerProblem } from "./provider-problems.ts";

interface Deps {
  provider: IdentityProvider;
  limiter: Limiter;
  readOnlyUntil: ReadOnlyUntil;
  /** The addresses of this site. The first is the fallback. */
  siteUrls: string[];
}

/** Serves the provider's calls that the contract names, and answers in our own format. */
export function mountIdentity(app: FastifyInstance, deps: Deps): void {
  const { provider, limiter, readOnlyUntil, siteUrls } = deps;
  for (const call of Object.values<IdentityCall>(identityCalls)) {
    app.route({
      method: call.method,
      url: IDENTITY_PATH + call.path,
      onRequest: async ({ address }) => {
        if (isRefusedWhileReadOnly(call)) await refuseIfReadOnly(readOnlyUntil);
        for (const limit of call.limits ?? []) await takeOrRefuse(limiter, limit, { address });
      },
      handler: async (request, reply) => {
        const answer = await provider.handle(toProviderRequest(call, request, siteUrls));
        reply.header("cache-control", "no-store");
        reply.header("set-cookie", answer.headers.getSetCookie());
        if (answer.status >= 400) throw await providerProblem(answer);
        const location = answer.headers.get("location");
        if (location) return sendBack(reply, location, siteUrls);
        return reply
          .code(answer.status)
          .type("application/json; charset=utf-8")
          .send(JSON.stringify(withoutSessionToken(call, await answer.json())));
      },
    });
  }
  app.all(`${IDENTITY_PATH}/*`, (_request, reply) => reply.callNotFound());
}

/** Only the cookie carries the session. No script needs its token, so the body has none. */
function withoutSessionToken(call: IdentityCall, said: unknown): unknown {
  if (call.path === identityCalls.readIdToken.path || !isRecord(said)) return said;
  const { token: _token, ...rest } = said;
  if (!isRecord(rest.session)) return rest;
  const { token: _sessionToken, ...session } = rest.session;
  return { ...rest, session };
}

function isRecord(said: unknown): said is Record<string, unknown> {
  return typeof said === "object" && said !== null && !Array.isArray(said);
}

/** Builds a web `Request` for the provider, with checked fields only. */
function toProviderRequest(call: IdentityCall, request: FastifyRequest, siteUrls: string[]) {
  const errors: WrongField[] = [];
  const query = call.query && checkInput(call.query, request.query, errors);
  const body = call.body && checkInput(call.body, request.body ?? {}, errors);
  if (errors.length > 0) throw new ProblemError("invalid", { errors });
  const headers = toProviderHeaders(request, siteUrls);
  const { provider = "" } = (request.params ?? {}) as { provider?: string };
  const path = call.path.replace(":provider", encodeURIComponent(provider));
  const search = new URLSearchParams((query ?? {}) as Record<string, string>);
  return new Request(`${headers.origin}${IDENTITY_PATH}${path}?${search}`, {
    method: call.method,
    headers: headers.values,
    body: call.method === "GET" ? null : JSON.stringify(body ?? {}),
  });
}

/** Redirects to a page of this site only, whatever address the provider was given. */
function sendBack(reply: FastifyReply, location: string, siteUrls: string[]): FastifyReply {
  const own = siteUrls.find((url) => location.startsWith(`${url}/`));
  return reply.redirect(sitePath(location.slice(own?.length ?? 0)) ?? pages.home);
}
