import { LRUCache } from "lru-cache";
import {
  FIRST_VIEW_ID,
  type FirstView,
  type RenderedPage,
  type RenderPage,
} from "../../contract/first-view.ts";
import { canonicalPath, manifestPath, prefixOf } from "../../contract/pages.ts";
import { type Language, languageIds } from "../../words/generated/languages.ts";
import { createShortMemory } from "../database/short-memory.ts";
import { makeSiteFile, type SiteFile } from "./files.ts";
import {
  type ContentDeps,
  createPageContents,
  type Found,
  newSurveysFeed,
  prerendered,
  readList,
} from "./page-contents.ts";
import { describePage, type PageDescription } from "./page-description.ts";

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

interface Deps extends ContentDeps {
  readShell(language: Language): string;
  renderPage: RenderPages;
}

export type RenderPages = (
  language: Language,
  ...page: Parameters<RenderPage>
) => ReturnType<RenderPage>;

interface Asked {
  /** Without the prefix of the language. */
  address: string;
  language: Language;
}

/**
 * A page with its content. Null if only the browser renders it, from the shell, and "missing" if that
 * has nothing to show to everybody.
 */
type View = SiteFile | null | "missing";

interface FirstViews {
  read(url: URL, language: Language): View | Promise<View>;
  shellFor(url: URL, language: Language): Promise<string>;
  forget(): void;
}

/**
 * Writes the content of public pages into their HTML. What a page shows is read again after a
 * second, and rendered and compressed again if it has changed.
 */
export function createFirstViews(deps: Deps): FirstViews {
  const { siteUrl, readSettings, renderPage } = deps;
  const look = createPageContents(deps);

  /** As they were rendered last, with what they show. */
  const pagesKept = new LRUCache<string, { shown: string; page: SiteFile }>({
    max: MAX_PAGES,
    ttl: KEPT_MS,
    ttlResolution: 0,
  });
  const mayRenderSurvey = createRate(SURVEYS_PER_SECOND);

  async function load({ address, language }: Asked): Promise<View> {
    const url = new URL(address, siteUrl);
    // A page matters more than what it shows, so it is sent even if the database is unavailable.
    const settings = await readSettings();
    const { name: site } = settings.brand;
    const found = await look(url, language, site).catch((): Found => ({ view: {}, about: {} }));
    if (!found) return "missing";
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
      feeds: [newSurveysFeed(siteUrl, language)],
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
