import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { keptLanguages } from "../../contract/chosen-languages.ts";
import type { RenderPage } from "../../contract/first-view.ts";
import { pageAt, pages, prefixOf } from "../../contract/pages.ts";
import { pathMatcher, type Route } from "../../contract/route.ts";
import type { Language } from "../../words/generated/languages.ts";
import { projectRoot } from "../process/project-root.ts";
import { askedPage, chosenLanguage } from "../process/words.ts";
import { chargeAfter } from "./charge-calls.ts";
import {
  ASSETS,
  isForOtherSites,
  readSiteFiles,
  type SiteFile,
  sendSiteFile,
  varyBy,
} from "./files.ts";
import { createFirstViews, type RenderPages } from "./first-views.ts";
import type { Budgets } from "./limits/budgets.ts";
import { RENDERING_MS } from "./limits/prices.ts";
import type { FirstViewSource } from "./page-contents.ts";
import { ProblemError } from "./problems.ts";
import { refuseUnroutable } from "./unroutable.ts";

const built = path.join(projectRoot, "dist/web");
// The browser side once more, built to render pages here, for each language.
const renderers = path.join(projectRoot, "dist/prerender");

/** Read once by each process, and tests start many servers in one. */
let builtFiles: Map<string, SiteFile> | undefined;

/** Tests of the server alone have no built browser side. */
function readBuiltFiles(): Map<string, SiteFile> {
  return existsSync(built) ? readSiteFiles(built) : new Map();
}

interface Deps extends FirstViewSource {
  /** The routes of this server, to tell a wrong method from an unknown address. */
  routes: Record<string, Route>;
  siteUrl: string;
  embed: boolean;
  budgets: Budgets;
  /** Whether the server is too late to render pages. */
  isLate: () => boolean;
}

/**
 * Serves the built browser side, and answers every address that has no route. What it returns
 * forgets the pages with surveys, for a change that must be visible at once, and has the HTML that
 * every page begins with.
 */
export async function registerSite(app: FastifyInstance, deps: Deps) {
  builtFiles ??= readBuiltFiles();
  const files = builtFiles;
  for (const [url, file] of files) {
    if (url.startsWith(ASSETS)) continue;
    const config = { forAnySite: isForOtherSites(url) };
    app.get(url, { config }, (_request, reply) => sendSiteFile(reply, file));
  }
  // One route for all, because there are hundreds: a route for each makes the start twice as long,
  // and each has its own figures in the metrics.
  app.get<{ Params: { "*": string } }>(`${ASSETS}*`, ({ params }, reply) => {
    const file = files.get(ASSETS + params["*"]);
    return file ? sendSiteFile(reply, file) : reply.callNotFound();
  });
  const readShell = (language: Language) =>
    files.get(`${prefixOf(language)}/index.html`)?.bytes.toString() ?? "";
  const views = files.has("/index.html")
    ? createFirstViews({ ...deps, readShell, renderPage })
    : undefined;

  /** A page that can't be rendered here is left to the browser. */
  async function renderedPage(url: URL, language: Language, request: FastifyRequest) {
    if (deps.isLate()) return null;
    try {
      const page = views?.read(url, language) ?? null;
      // Not in memory, so it has to be rendered.
      if (page instanceof Promise) chargeAfter(deps.budgets, request, RENDERING_MS);
      return await page;
    } catch (error) {
      app.log.error({ err: error }, "a page could not be rendered");
      return null;
    }
  }

  app.setNotFoundHandler(async (request, reply) => {
    refuseUnroutable(request);
    const [address = "/"] = request.url.split("?", 1);
    const { language, path: pagePath } = askedPage(address);
    const page = wantsPage(request, pagePath);
    const allowed = methodsFor(address, deps.routes);
    if (allowed.length > 0 && !page) {
      reply.header("allow", allowed.join(", "));
      throw new ProblemError("method_not_allowed");
    }
    if (!views || !page) throw new ProblemError("not_found");
    const search = request.url.slice(address.length);
    const elsewhere = chosenAddress(reply, { address, pagePath, language, search });
    if (elsewhere) return reply.header("cache-control", "no-store").redirect(elsewhere);
    const url = readAddress(pagePath, search, deps.siteUrl);
    const file = await renderedPage(url, language, request);
    reply.header("content-language", language);
    const isMissing = file === "missing" || !pageAt(pagePath);
    if (file && file !== "missing") return sendSiteFile(reply, file);
    // The browser shows the not-found page; the status says the same to programs.
    return reply
      .code(isMissing ? 404 : 200)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(await views.shellFor(url, language));
  });
  return { forget: () => views?.forget(), readShell };
}

interface Asked {
  address: string;
  pagePath: string;
  language: Language;
  search: string;
}

/**
 * Where cookies lead from an address that leaves a choice open, or null: to the chosen language from
 * one without a prefix, and to the chosen languages of surveys from the plain list, so that the
 * address of a list says what it shows.
 */
function chosenAddress(reply: FastifyReply, asked: Asked): string | null {
  const { address, pagePath, language, search } = asked;
  const { cookie = "", "sec-fetch-site": from } = reply.request.headers;
  const query = new URLSearchParams(search);
  const isPlainList = pageAt(pagePath) === "surveys" && !query.has("language");
  const hasPrefix = pagePath !== address;
  if (isPlainList || !hasPrefix) varyBy(reply, "cookie");
  if (!hasPrefix) {
    varyBy(reply, "sec-fetch-site");
    // English has no prefix, so whoever has chosen another language comes there by many links. Of
    // this site's own links, only the one to English leads there.
    const chosen = from === "same-origin" ? undefined : chosenLanguage(cookie);
    if (chosen && chosen !== language)
      return prefixOf(chosen) + (address === "/" ? "" : address) + search;
  }
  const kept = isPlainList ? keptLanguages(cookie, language) : null;
  if (!kept) return null;
  query.set("language", kept.join());
  return `${prefixOf(language)}${pages.surveys}?${query}`;
}

/** Each language has its own renderer, which is loaded when somebody reads it first. */
const renderPage: RenderPages = async (language, address, view) => {
  const file = pathToFileURL(path.join(renderers, language, "prerender.js")).href;
  const { renderPage: render }: { renderPage: RenderPage } = await import(file);
  return render(address, view);
};

/**
 * The address on this site. A URL parser would take `//name` for another site, and throws at many
 * addresses that arrive; setting the parts of a URL does neither.
 */
function readAddress(path: string, search: string, siteUrl: string): URL {
  const url = new URL(siteUrl);
  url.pathname = path;
  url.search = search;
  return url;
}

function wantsPage({ method, headers }: FastifyRequest, address: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { accept = "*/*" } = headers;
  // Link previews, search engines and programs accept anything; the address tells them apart.
  return accept.includes("text/html") || (accept.includes("*/*") && pageAt(address) !== undefined);
}

function methodsFor(address: string, bound: Record<string, Route>): Route["method"][] {
  return Object.values(bound)
    .filter(({ path: pattern }) => pathMatcher(pattern).test(address))
    .map(({ method }) => method);
}
