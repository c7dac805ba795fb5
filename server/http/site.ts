import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isPage, pages } from "../../contract/pages.ts";
import { fillPath, pathMatcher, type Route } from "../../contract/route.ts";
import { projectRoot } from "../project-root.ts";
import { describePage, type PageDescription } from "./page-description.ts";
import { ProblemError } from "./problems.ts";

const surveyPage = new RegExp(`^${fillPath(pages.survey, {})}([0-9a-f-]{36})/?$`);
const built = path.join(projectRoot, "dist/web");

interface Deps {
  /** What this server serves besides, to tell a wrong method from a wrong address. */
  routes: Record<string, Route>;
  siteUrl: string;
  /** What may be told of a survey to whoever is sent a link to it. */
  describeSurvey: (id: string) => Promise<PageDescription | undefined>;
}

/** Serves the built browser side, and answers every address that no route takes. */
export async function registerSite(app: FastifyInstance, deps: Deps): Promise<void> {
  // Tests of the server alone need no browser side.
  const shell = existsSync(built) ? await readFile(path.join(built, "index.html"), "utf8") : "";
  if (shell) {
    await app.register(fastifyStatic, {
      root: built,
      index: false,
      wildcard: false,
      preCompressed: true,
      // No file here is large enough to be read in parts.
      acceptRanges: false,
      // Or it would overwrite what is set here.
      cacheControl: false,
      setHeaders(response, file) {
        // Built assets carry their content's hash in their name.
        const hashed = file.startsWith(path.join(built, "assets"));
        response.setHeader(
          "cache-control",
          hashed ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }

  async function shellFor(address: string): Promise<string> {
    const id = address.match(surveyPage)?.[1];
    // The page is worth more than its preview: it comes with or without the database.
    const survey = id && (await deps.describeSurvey(id).catch(() => undefined));
    return survey ? describePage(shell, survey, deps.siteUrl + address) : shell;
  }

  app.setNotFoundHandler(async (request, reply) => {
    const [address = "/"] = request.url.split("?", 1);
    const page = wantsPage(request, address);
    const allowed = methodsFor(address, deps.routes);
    if (allowed.length > 0 && !page) {
      reply.header("allow", allowed.join(", "));
      throw new ProblemError("method_not_allowed");
    }
    if (!shell || !page) throw new ProblemError("not_found");
    if (address === pages.home) return reply.sendFile("home.html");
    // The browser shows its own not-found page; the status tells machines the same.
    return reply
      .code(isPage(address) ? 200 : 404)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(await shellFor(address));
  });
}

function wantsPage({ method, headers }: FastifyRequest, address: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { accept = "*/*" } = headers;
  // Link previews and search engines take anything, and so do programs: the address tells them apart.
  return accept.includes("text/html") || (accept.includes("*/*") && isPage(address));
}

function methodsFor(address: string, bound: Record<string, Route>): Route["method"][] {
  return Object.values(bound)
    .filter(({ path: pattern }) => pathMatcher(pattern).test(address))
    .map(({ method }) => method);
}
