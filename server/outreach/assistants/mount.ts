import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { TOKEN_START } from "../../../contract/tokens.ts";
import type { SignedIn } from "../../http/authorise.ts";
import { pay } from "../../http/charge-calls.ts";
import type { Budgets } from "../../http/limits/budgets.ts";
import { assistantPrice } from "../../http/limits/prices.ts";
import { ProblemError } from "../../http/problems.ts";
import { createOwnCalls } from "./own-calls.ts";
import { createTools } from "./tools.ts";
import { createVerifying } from "./verifying.ts";

const MCP_PATH = "/mcp";

const hostnameOf = (url: string) => new URL(url).hostname;

interface Deps {
  siteUrl: string;
  siteUrls: string[];
  corsOrigins: string[];
  budgets: Budgets;
  log: Pick<FastifyBaseLogger, "warn">;
  /** Refuses a token that is not valid. */
  findOwner: (token: string, address: string) => Promise<SignedIn>;
}

/** Serves assistants by the Model Context Protocol, each call for itself. */
export function mountAssistants(app: FastifyInstance, deps: Deps): void {
  const { siteUrl, budgets, log, findOwner } = deps;
  const verifying = createVerifying(siteUrl);
  // The protocol demands both: a page elsewhere may have its own name lead to this server.
  const hosts = deps.siteUrls.map(hostnameOf);
  const origins = [...hosts, ...deps.corsOrigins.map(hostnameOf)];

  async function serve(request: FastifyRequest): Promise<Response> {
    const { authorization } = request.headers;
    const { address, body } = request;
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === "string" && !name.startsWith(":") ? [[name, value] as [string, string]] : [],
    );
    const asked = new Request(new URL(MCP_PATH, siteUrl), { method: "POST", headers });
    const refusal =
      hostHeaderValidationResponse(asked, hosts) ?? originValidationResponse(asked, origins);
    if (refusal) return refusal;
    const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
    // Only a program's token: an assistant is never a person in a browser.
    const isToken = token?.startsWith(TOKEN_START) ?? false;
    const owner = token && isToken ? await findOwner(token, address) : null;
    // The first one of a batch is paid for already.
    const more = Array.isArray(body) ? Math.max(body.length - 1, 0) : 0;
    await pay(budgets, { address, viewer: owner?.viewer ?? null }, more * assistantPrice.call);
    const calls = createOwnCalls(app, {
      authorization: owner ? authorization : undefined,
      address,
    });
    const handler = createMcpHandler(
      () => createTools({ calls, owner, address, verifying, siteUrl }),
      {
        // No stream stays open, so no server has to remember anybody.
        maxSubscriptions: 0,
        onerror: (error) => log.warn({ err: error }, "an assistant's call failed"),
      },
    );
    try {
      return await handler.fetch(asked, { parsedBody: body });
    } finally {
      await handler.close();
    }
  }

  // As the protocol has it for a server that keeps no stream and no session.
  app.route({
    method: ["GET", "DELETE"],
    url: MCP_PATH,
    config: { isCall: true },
    handler: () => {
      throw new ProblemError("method_not_allowed");
    },
  });
  app.post(MCP_PATH, { config: { isCall: true } }, async (request, reply) => {
    const answer = await serve(request);
    reply.code(answer.status);
    const type = answer.headers.get("content-type");
    if (type) reply.type(type);
    return reply.send(await answer.text());
  });
}
