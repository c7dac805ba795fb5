import { existsSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isPage, pages } from "../../contract/pages.ts";
import { fillPath, pathMatcher, type Route } from "../../contract/route.ts";
import { projectRoot } from "../project-root.ts";
import { readSiteFiles, type SiteFile, sendSiteFile } from "./files.ts";
import { describePage, type PageDescription } from "./page-description.ts";
import { ProblemError } from "./problems.ts";

const surveyPage = new RegExp(`^${fillPath(pages.survey, {})}([0-9a-f-]{36})/?$`);
const built = path.join(projectRoot, "dist/web");

interface Deps {
  /** The routes of this server, to tell a wrong method from an unknown address. */
  routes: Record<string, Route>;
  siteUrl: string;
  /** What a link preview may show of a survey. */
  describeSurvey: (id: string) => Promise<PageDescription | undefined>;
}

/** Serves the built browser side, and answers every address that has no route. */
export function registerSite(app: FastifyInstance, deps: Deps): void {
  // Tests of the server alone have no built browser side.
  const files = existsSync(built) ? readSiteFiles(built) : new Map<string, SiteFile>();
  const shell = files.get("/index.html")?.bytes.toString() ?? "";
  const home = files.get("/home.html");
  for (const [url, file] of files) app.get(url, (_request, reply) => sendSiteFile(reply, file));

  async function shellFor(address: string): Promise<string> {
    const id = address.match(surveyPage)?.[1];
    // The page matters more than its preview, so it is served even if the database is unavailable.
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
    if (home && address === pages.home) return sendSiteFile(reply, home);
    // The browser shows the not-found page; the status says the same to programs.
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
  // Link previews, search engines and programs accept anything; the address tells them apart.
  return accept.includes("text/html") || (accept.includes("*/*") && isPage(address));
}

function methodsFor(address: string, bound: Record<string, Route>): Route["method"][] {
  return Object.values(bound)
    .filter(({ path: pattern }) => pathMatcher(pattern).test(address))
    .map(({ method }) => method);
}
