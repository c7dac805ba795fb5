import type { FastifyInstance } from "fastify";
import { callAddress } from "../../../contract/call.ts";
import { type Category, categories } from "../../../contract/categories.ts";
import { feedPath, pages, pagesWith, prefixOf } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { type Language, languageIds } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { chargeAfter } from "../../http/charge-calls.ts";
import { makeSiteFile, sendSiteFile, withoutWhole } from "../../http/files.ts";
import type { Budgets } from "../../http/limits/budgets.ts";
import { SITEMAP_MS } from "../../http/limits/prices.ts";
import { ProblemError } from "../../http/problems.ts";
import { createTurns } from "../../http/turns.ts";
import { element, xmlDocument } from "../../http/xml.ts";
import { words } from "../../process/words.ts";
import type { PublishedLists } from "./cache.ts";
import { estimatePublished, listForSitemap } from "./sitemap-queries.ts";

// Search engines come by every few hours.
const SITEMAP_AGE_MS = 10 * 60_000;
// All of them for 200,000 surveys, so that walking through them makes each once. Compressed, one has
// about 0.12 megabytes.
const SITEMAPS_KEPT = 600;
// More is not allowed in one sitemap. Far fewer are meant, because nobody else is served while one is
// written.
const SITEMAP_MOST = 50_000;
const SITEMAP_MEANT = 2_000;
// Feed readers ask every few minutes at most.
const FEED_AGE_MS = 60_000;
const FEED_ENTRIES = 50;

interface Deps {
  db: Database;
  siteUrl: string;
  lists: PublishedLists;
  budgets: Budgets;
  brand: { read(): Promise<{ name: string }> };
  /** Fewer in tests. */
  perSitemap?: number;
}

interface Part {
  part: number;
  /** How many there are of each language. */
  of: number;
  language: Language;
}

interface Feed {
  category: Category | null;
  language: Language;
  /** The site's name. */
  site: string;
}

/** What search engines and feed readers read, to find surveys without a search. */
export function mountSurveyFinders(app: FastifyInstance, deps: Deps): void {
  const { db, siteUrl, lists, budgets, brand, perSitemap = SITEMAP_MEANT } = deps;
  const surveyUrl = (id: string, language: Language) =>
    siteUrl + prefixOf(language) + fillPath(pages.results, { id });

  const index = createShortMemory({
    load: async (_: "index") => {
      const of = Math.max(1, Math.ceil((await estimatePublished(db)) / perSitemap));
      const parts = Array.from({ length: of }, (_, part) => `/sitemaps/${part}.xml`);
      const surveys = languageIds.flatMap((id) => parts.map((part) => prefixOf(id) + part));
      const urls = ["/sitemaps/pages.xml", ...surveys].map((path) => siteUrl + path);
      return {
        of,
        file: await makeSiteFile(XML, sitemap("sitemapindex", "sitemap", places(urls))),
      };
    },
    maxAgeMs: SITEMAP_AGE_MS,
    maxItems: 1,
  });
  const ofPages = createShortMemory({
    load: (_: "pages") => {
      const ofCategories = categories.map((category) =>
        callAddress(pages.surveys, { query: { category } }),
      );
      const paths = pagesWith("search", "listed").flatMap((name) =>
        name === "surveys" ? [pages.surveys, ...ofCategories] : pages[name],
      );
      const urls = languageIds.flatMap((id) => paths.map((page) => siteUrl + prefixOf(id) + page));
      return makeSiteFile(XML, sitemap("urlset", "url", places(urls)));
    },
    maxAgeMs: SITEMAP_AGE_MS,
    maxItems: 1,
  });
  // Whoever asks for all at once gets one after the other.
  const inTurn = createTurns({ atOnce: 1, maxWaiting: SITEMAPS_KEPT, retrySeconds: 30 });
  const makeSitemap = async ({ part, of, language }: Part) => {
    const end = part + 1 < of ? idAt((part + 1) / of) : null;
    const span = { first: idAt(part / of), end, limit: SITEMAP_MOST };
    const surveys = (await listForSitemap(db, span)).map(({ id, timestamp }) => ({
      loc: surveyUrl(id, language),
      lastmod: timestamp,
    }));
    return withoutWhole(await makeSiteFile(XML, sitemap("urlset", "url", surveys)));
  };
  const sitemaps = createShortMemory({
    load: (part: Part) => inTurn(() => makeSitemap(part)),
    maxAgeMs: SITEMAP_AGE_MS,
    maxItems: SITEMAPS_KEPT,
  });
  const feeds = createShortMemory({
    load: async ({ category, language }: { category: Category | null; language: Language }) => {
      const { items } = await lists.readFirst({
        sort: "newest",
        limit: FEED_ENTRIES,
        language,
        ...(category && { category }),
      });
      const { name } = await brand.read();
      const content = feed({ category, language, site: name }, items);
      return makeSiteFile("application/atom+xml; charset=utf-8", content);
    },
    maxAgeMs: FEED_AGE_MS,
    maxItems: (categories.length + 1) * languageIds.length,
  });

  app.get("/robots.txt", (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots));

  // The pages that are no survey are few, and stand in a sitemap of their own.
  app.get("/sitemap.xml", async (_request, reply) =>
    sendSiteFile(reply, (await index.read("index")).file),
  );
  app.get("/sitemaps/pages.xml", async (_request, reply) =>
    sendSiteFile(reply, await ofPages.read("pages")),
  );

  for (const language of languageIds) {
    const address = `${prefixOf(language)}/sitemaps/:file`;
    app.get<{ Params: { file: string } }>(address, async (request, reply) => {
      const part = Number(request.params.file.match(/^(\d{1,5})\.xml$/)?.[1]);
      const { of } = await index.read("index");
      if (!(part < of)) throw new ProblemError("not_found");
      const file = sitemaps.read({ part, of, language });
      if (file instanceof Promise) chargeAfter(budgets, request, SITEMAP_MS);
      return sendSiteFile(reply, await file);
    });
    for (const category of [null, ...categories]) {
      app.get(feedPath(category, language), async (_request, reply) =>
        sendSiteFile(reply, await feeds.read({ category, language })),
      );
    }
  }

  const robots = [
    "User-agent: *",
    // It names the beginnings of addresses, not patterns.
    ...languageIds.flatMap((id) =>
      pagesWith("search", "hidden").map(
        (name) => `Disallow: ${prefixOf(id)}${pages[name].replace(/:.*/, "")}`,
      ),
    ),
    "",
    `Sitemap: ${siteUrl}/sitemap.xml\n`,
  ].join("\n");

  function feed({ category, language, site }: Feed, surveys: SurveyCard[]): string {
    const { topics, feedTitle, feedTitleOn } = words[language].pages;
    const title = category ? feedTitleOn({ topic: topics[category], site }) : feedTitle({ site });
    const self = siteUrl + feedPath(category, language);
    const list = callAddress(pages.surveys, { query: { category: category ?? "" } });
    const page = siteUrl + prefixOf(language) + list;
    const content = [
      element("id", self),
      element("title", title, { "xml:lang": language }),
      element("link", "", { rel: "self", href: self }),
      element("link", "", { href: page }),
      // Required even if there is no survey; then it must not change with every reading.
      element("updated", surveys[0]?.timestamp ?? "1970-01-01T00:00:00Z"),
      element("author", [element("name", site)]),
      ...surveys.map((survey) => entry(survey, language)),
    ];
    return xmlDocument(element("feed", content, { xmlns: "http://www.w3.org/2005/Atom" }));
  }

  function entry(survey: SurveyCard, language: Language): string {
    const { _id, category, timestamp } = survey;
    const text = textIn(survey, language);
    const content = [
      element("id", `urn:uuid:${_id}`),
      element("title", text.title),
      element("link", "", { href: surveyUrl(_id, language) }),
      element("published", timestamp),
      // The text of a published survey does not change.
      element("updated", timestamp),
      element("category", "", { term: category }),
      element("summary", text.description),
    ];
    return element("entry", content, { "xml:lang": text.language });
  }
}

const XML = "application/xml; charset=utf-8";

/** One line of a sitemap, with the names of its elements. */
interface Place {
  loc: string;
  lastmod?: string;
}

function places(urls: string[]): Place[] {
  return urls.map((loc) => ({ loc }));
}

function sitemap(root: string, item: string, all: Place[]): string {
  const items = all.map((place) =>
    element(
      item,
      Object.entries(place).map(([name, text]) => element(name, text)),
    ),
  );
  const xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
  return xmlDocument(element(root, items, { xmlns }));
}

/** The id at this share of all possible ones, from 0 to below 1. Ids are random. */
function idAt(share: number): string {
  const start = Math.floor(share * 2 ** 32).toString(16);
  return `${start.padStart(8, "0")}-0000-0000-0000-000000000000`;
}
