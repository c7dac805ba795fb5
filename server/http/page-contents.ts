import { callAddress } from "../../contract/call.ts";
import { type Category, categories } from "../../contract/categories.ts";
import { readLanguages } from "../../contract/chosen-languages.ts";
import { embedRoutes } from "../../contract/embeds.ts";
import { type FirstView, POPULAR_READ } from "../../contract/first-view.ts";
import {
  feedPath,
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
import type { Language } from "../../words/generated/languages.ts";
import { words } from "../process/words.ts";
import type { PageDescription, SharePicture } from "./page-description.ts";

const idAtEnd = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

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

export interface ContentDeps extends FirstViewSource {
  siteUrl: string;
  /** Whether other sites may show surveys. */
  embed: boolean;
}

export interface Found {
  view: Partial<FirstView>;
  about: Partial<PageDescription>;
}

type Look<Answer> = (url: URL, language: Language, site: string) => Answer;

/**
 * What each page shows, and what is said about it. Null for a survey that is not published:
 * rendering takes milliseconds, and anybody can make up ids. Null too for what only the browser
 * renders.
 */
export function createPageContents(deps: ContentDeps): Look<Promise<Found | null>> {
  const { siteUrl } = deps;

  const contents: Record<RenderedName, Look<Found | Promise<Found | null>>> = {
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
    const id = pathname.match(idAtEnd)?.[1];
    return (id && (await deps.findSurvey(id))) || null;
  }

  function aboutList(category: Category | undefined, language: Language): Partial<PageDescription> {
    const texts = words[language].pages;
    if (!category) return { description: texts.surveys };
    const title = texts.newSurveysOn({ topic: texts.topics[category] });
    return {
      description: texts.surveysOn[category],
      feeds: [
        newSurveysFeed(siteUrl, language),
        { address: siteUrl + feedPath(category, language), title },
      ],
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

  return async (url, language, site) => {
    const page = renderedPageAt(url.pathname);
    return page ? contents[page](url, language, site) : null;
  };
}

export function newSurveysFeed(siteUrl: string, language: Language) {
  return {
    address: siteUrl + feedPath(null, language),
    title: words[language].pages.newSurveys,
  };
}

/** A page that is text alone. */
function text(description: string): Found {
  return { view: {}, about: { description } };
}

function renderedPageAt(path: string): RenderedName | undefined {
  const page = pageAt(path);
  return page && isRendered(page) ? page : undefined;
}

function isRendered(page: PageName): page is RenderedName {
  return rulesOf(page).rendered === true;
}

/** The page's address without what makes no difference; null if only the browser renders it. */
export function prerendered({ pathname, searchParams }: URL): string | null {
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

export function readList(query: URLSearchParams): Pick<ListQuery, "category" | "sort"> {
  return {
    category: categories.find((known) => known === query.get("category")),
    sort: surveySorts.find((known) => known === query.get("sort")) ?? "newest",
  };
}
