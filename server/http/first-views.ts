import { LRUCache } from "lru-cache";
import { callAddress } from "../../contract/call.ts";
import { type Category, categories } from "../../contract/categories.ts";
import { readLanguages } from "../../contract/chosen-languages.ts";
import { embedRoutes } from "../../contract/embeds.ts";
import {
  FIRST_VIEW_ID,
  type FirstView,
  POPULAR_READ,
  type RenderedPage,
  type RenderPage,
} from "../../contract/first-view.ts";
import {
  canonicalPath,
  feedPath,
  manifestPath,
  type PageName,
  type PagesWith,
  pageAt,
  pages,
  prefixOf,
  rulesOf,
} from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { type SurveySort, surveyRoutes, surveySorts } from "../../contract/surveys.ts";
import { textIn } from "../../contract/text-in.ts";
import { type Language, languageIds } from "../../words/generated/languages.ts";
import { createShortMemory } from "../database/short-memory.ts";
import { words } from "../process/words.ts";
import { makeSiteFile, type SiteFile } from "./files.ts";
import { describePage, type PageDescription, type SharePicture } from "./page-description.ts";

// As old as a list of surveys may be.
const MAX_AGE_MS = 1_000;
// More different pages than are opened first within a busy second. A survey's page and its
// compressed copies are some 20 kB, a list's 60 kB, so these are 10 to 30 MB.
const MAX_PAGES = 500;
// A page that has not changed is rendered again after it: it says how many minutes ago something
// was, and the browser asks again for data that is half a minute old.
const KEPT_MS = 20_000;
// There are many surveys, and rendering a page takes some 10 ms: a fifth of a core. The other pages
// are few.
const SURVEYS_PER_SECOND = 20;
const ROOT = '<div id="root"></div>';
const idAtEnd = /\/([0-9a-f-]{36})$/;

type RenderedName = PagesWith<{ rendered: true }>;
type PublicSurvey = NonNullable<FirstView["results"]>;
type Transparency = NonNullable<FirstView["transparency"]>;

interface ListQuery {
  sort: SurveySort;
  category?: Category | undefined;
  /** Some, separated by commas. All if there are none. */
  language?: string | undefined;
  limit: number;
}

/** What the pages show to everybody. */
export interface FirstViewSource {
  readSettings(): Promise<FirstView["settings"]>;
  listSurveys(query: ListQuery): Promise<NonNullable<FirstView["list"]>>;
  findSurvey(id: string): Promise<PublicSurvey | undefined>;
  readTransparency(): Promise<Transparency>;
  readTexts(language: Language): Promise<Required<Pick<FirstView, "faq" | "testimonials">>>;
  /** What links to a survey are shown with; null if there is no picture of it. */
  pictureFor(survey: PublicSurvey, page: Language): Promise<SharePicture | null>;
}

interface Deps extends FirstViewSource {
  siteUrl: string;
  /** Whether other sites may show surveys. */
  embed: boolean;
  readShell(language: Language): string;
  renderPage: RenderPages;
}

export type RenderPages = (
  language: Language,
  ...page: Parameters<RenderPage>
) => ReturnType<RenderPage>;

interface Found {
  view: Partial<FirstView>;
  about: Partial<PageDescription>;
}

interface Asked {
  /** Without the prefix of the language. */
  address: string;
  language: Language;
}

interface FirstViews {
  /** The page with its content. Null if only the browser renders it, from the shell. */
  read(url: URL, language: Language): SiteFile | null | Promise<SiteFile | null>;
  shellFor(url: URL, language: Language): Promise<string>;
  forget(): void;
}

/**
 * Writes the content of public pages into their HTML. What a page shows is read again after a
 * second, and rendered and compressed again if it has changed.
 */
export function createFirstViews(deps: Deps): FirstViews {
  const { siteUrl, readSettings, renderPage } = deps;
  const feedIn = (language: Language) => ({
    address: siteUrl + feedPath(null, language),
    title: words[language].pages.newSurveys,
  });

  /** As they were rendered last, with what they show. */
  const pagesKept = new LRUCache<string, { shown: string; page: SiteFile }>({
    max: MAX_PAGES,
    ttl: KEPT_MS,
    ttlResolution: 0,
  });
  const mayRenderSurvey = createRate(SURVEYS_PER_SECOND);

  async function load({ address, language }: Asked): Promise<SiteFile | null> {
    const url = new URL(address, siteUrl);
    // A page matters more than what it shows, so it is sent even if the database is unavailable.
    const settings = await readSettings();
    const { name: site } = settings.brand;
    const found = await look(url, language, site).catch((): Found => ({ view: {}, about: {} }));
    if (!found) return null;
    const { view, about } = found;
    const shown = JSON.stringify({ settings, ...view });
    const name = prefixOf(language) + address;
    const kept = pagesKept.get(name);
    if (kept?.shown === shown) return kept.page;
    // In a rush for many surveys, the browser renders them.
    if ((view.survey || view.results) && !mayRenderSurvey()) return null;
    const rendered = await renderPage(language, name, { settings, ...view });
    const page = await makeSiteFile(
      "text/html; charset=utf-8",
      write(url, language, rendered, about, settings.brand),
    );
    pagesKept.set(name, { shown, page });
    return page;
  }

  function write(
    url: URL,
    language: Language,
    { title, html, data }: RenderedPage,
    about: Partial<PageDescription>,
    site: FirstView["settings"]["brand"],
  ) {
    const { category = null } = readList(url.searchParams);
    const path = canonicalPath(url.pathname, category);
    const page = {
      feeds: [feedIn(language)],
      ...about,
      site: { ...site, manifest: manifestPath(language) },
      address: siteUrl + prefixOf(language) + path,
      languages: languageIds.map((id) => ({ id, address: siteUrl + prefixOf(id) + path })),
      titleHtml: title,
    };
    const json = `<script type="application/json" id="${FIRST_VIEW_ID}">${data}</script>`;
    return describePage(deps.readShell(language), page).replace(
      ROOT,
      () => `<div id="root">${html}</div>\n    ${json}`,
    );
  }

  /**
   * What each page shows, and what is said about it. Null for a survey that is not published:
   * rendering takes milliseconds, and anybody can make up ids.
   */
  const contents: Record<
    RenderedName,
    (url: URL, language: Language, site: string) => Found | Promise<Found | null>
  > = {
    async home(_url, language) {
      const popular = { sort: "votes", limit: POPULAR_READ } as const;
      const [{ items }, texts] = await Promise.all([
        deps.listSurveys(popular),
        deps.readTexts(language),
      ]);
      return { view: { ...texts, popular: items }, about: {} };
    },
    async surveys({ searchParams }, language) {
      const { sort, category } = readList(searchParams);
      const chosen = readLanguages(searchParams.get("language"))?.join();
      const { page: limit } = surveyRoutes.listSurveys;
      const list = await deps.listSurveys({ sort, category, language: chosen, limit });
      return { view: { list }, about: aboutList(category, language) };
    },
    async survey(url, language, site) {
      const found = await findSurvey(url);
      if (!found) return null;
      const { setAside, ...survey } = found;
      return { view: { survey }, about: await aboutSurvey(found, language, site) };
    },
    async results(url, language, site) {
      const results = await findSurvey(url);
      return results && { view: { results }, about: await aboutSurvey(results, language, site) };
    },
    poster: (url, language, site) => contents.results(url, language, site),
    async transparency(_url, language) {
      const transparency = await deps.readTransparency();
      return {
        view: { transparency },
        about: { description: words[language].pages.transparency },
      };
    },
    aboutResults: (_url, language) => text(words[language].pages.aboutResults),
    privacy: (_url, language) => text(words[language].pages.privacy),
    terms: (_url, language) => text(words[language].pages.terms),
    refunds: (_url, language) => text(words[language].pages.refunds),
  };

  async function findSurvey({ pathname }: URL): Promise<PublicSurvey | null> {
    return (await deps.findSurvey(pathname.match(idAtEnd)?.[1] ?? "")) ?? null;
  }

  async function look(url: URL, language: Language, site: string): Promise<Found | null> {
    const page = renderedPageAt(url.pathname);
    return page ? contents[page](url, language, site) : null;
  }

  function aboutList(category: Category | undefined, language: Language): Partial<PageDescription> {
    const texts = words[language].pages;
    if (!category) return { description: texts.surveys };
    const title = texts.newSurveysOn({ topic: texts.topics[category] });
    return {
      description: texts.surveysOn[category],
      feeds: [feedIn(language), { address: siteUrl + feedPath(category, language), title }],
    };
  }

  async function aboutSurvey(
    survey: PublicSurvey,
    language: Language,
    site: string,
  ): Promise<Partial<PageDescription>> {
    const { _id, category, timestamp, votes } = survey;
    const { title, description, question, language: inLanguage } = textIn(survey, language);
    const facts = {
      "@context": "https://schema.org",
      "@type": "Question",
      url: siteUrl + fillPath(pages.results, { id: _id }),
      name: title,
      text: question,
      description,
      about: words[language].pages.topics[category],
      inLanguage,
      datePublished: timestamp,
      isPartOf: { "@type": "WebSite", name: site, url: `${siteUrl}/` },
      interactionStatistic: {
        "@type": "InteractionCounter",
        interactionType: "https://schema.org/VoteAction",
        userInteractionCount: votes,
      },
    };
    const url = siteUrl + prefixOf(language) + fillPath(pages.results, { id: _id });
    const oembed = siteUrl + callAddress(embedRoutes.readOembed.path, { query: { url } });
    const isEmbeddable = deps.embed && survey.embeddable;
    const article = { title, facts, picture: await deps.pictureFor(survey, language) };
    return { description, article, ...(isEmbeddable && { oembed }) };
  }

  const memory = createShortMemory({ load, maxAgeMs: MAX_AGE_MS, maxItems: MAX_PAGES });
  return {
    read(url, language) {
      const address = prerendered(url);
      return address === null ? null : memory.read({ address, language });
    },
    async shellFor(url, language) {
      const settings = await readSettings();
      const data = await renderPage(language, null, { settings });
      return write(url, language, { ...data, title: "" }, {}, settings.brand);
    },
    forget: memory.forget,
  };
}

/** Says yes this many times in each second. */
function createRate(perSecond: number): () => boolean {
  let [second, count] = [-1, 0];
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count <= perSecond;
  };
}

/** A page that is text alone. */
function text(description: string): Found {
  return { view: {}, about: { description } };
}

/** Ids that can't be any survey's are left to the browser, as are pages that only it renders. */
function renderedPageAt(path: string): RenderedName | undefined {
  const page = pageAt(path);
  if (!page || !isRendered(page)) return undefined;
  return pages[page].includes(":id") && !idAtEnd.test(path) ? undefined : page;
}

function isRendered(page: PageName): page is RenderedName {
  return rulesOf(page).rendered === true;
}

/** The page's address without what makes no difference; null if only the browser renders it. */
function prerendered({ pathname, searchParams }: URL): string | null {
  const path = pathname.replace(/(.)\/$/, "$1");
  const page = renderedPageAt(path);
  if (page !== "surveys") return page ? path : null;
  // There is no end to what can be searched for, and other lists are a person's own.
  if (searchParams.get("search") || searchParams.get("notVoted")) return null;
  const chosen = readLanguages(searchParams.get("language"));
  // All or one. There are many sets of several.
  if (chosen && chosen.length > 1) return null;
  const { category, sort } = readList(searchParams);
  const language = chosen?.join();
  return callAddress(path, {
    query: { category, sort: sort === "newest" ? undefined : sort, language },
  });
}

function readList(query: URLSearchParams): Pick<ListQuery, "category" | "sort"> {
  return {
    category: categories.find((known) => known === query.get("category")),
    sort: surveySorts.find((known) => known === query.get("sort")) ?? "newest",
  };
}
