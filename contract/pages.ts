import { languageIds } from "../words/generated/languages.ts";
import { callAddress } from "./call.ts";
import type { Category } from "./categories.ts";
import type { Permission } from "./permissions.ts";
import { fillPath, pathMatcher } from "./route.ts";

export interface PageRules {
  /** Spelled as in the specification. */
  path: `/${string}`;
  /** Who may see it: anybody, whoever is logged in, or people with one of these permissions. */
  access: "public" | "signed-in" | readonly Permission[];
  /** Its content is in the HTML that the server sends. */
  rendered?: true;
  /** Other sites may show it in a frame. The server writes all of it: it is no page of the router. */
  framed?: true;
  /** Search engines are told of it, or asked to leave it alone; of a hidden one no `Referer` tells. */
  search?: "listed" | "hidden";
  /** What other pages don't: to keep its opener, or to load Stripe's script. */
  needs?: "popup" | "stripe";
  /** A step of logging in, on the way to another page. */
  logIn?: true;
}

type Special = Omit<PageRules, "path" | "access">;
type Path = PageRules["path"];

// One short call for each row: every first visit loads the table.
const open = <const P extends Path, const R extends Special>(path: P, rules?: R) =>
  ({ path, access: "public", ...rules }) as { path: P; access: "public" } & R;
const signedIn = <const P extends Path, const R extends Special>(path: P, rules?: R) =>
  ({ path, access: "signed-in", ...rules }) as { path: P; access: "signed-in" } & R;
const restricted = <
  const P extends Path,
  const A extends readonly Permission[],
  const R extends Special,
>(
  path: P,
  access: A,
  rules?: R,
) => ({ path, access, ...rules }) as { path: P; access: A } & R;
const listed = { rendered: true, search: "listed" } as const;

/** All that is special about a page of the browser stands here, and nowhere else. */
export const pageTable = {
  home: open("/", listed),
  surveys: open("/surveyPage", listed),
  // Whoever may not vote is sent to the home page, which says why and has the survey's public part.
  survey: restricted("/surveyPage/:id", ["survey:take-part"], { rendered: true }),
  // In sitemaps of their own.
  results: open("/results/:id", { rendered: true }),
  // The same on paper.
  poster: open("/poster/:id", { rendered: true, search: "hidden" }),
  embed: open("/embed/:id", { framed: true }),
  transparency: open("/transparency", listed),
  aboutResults: open("/aboutResults", listed),
  privacy: open("/privacy", listed),
  terms: open("/terms", listed),
  refunds: open("/refunds", listed),
  contact: open("/contact", { search: "listed" }),
  voteReceipt: signedIn("/surveyPage/:id/receipt"),
  checkReceipt: open("/checkReceipt"),
  // Nobody has to say who they are.
  castBallot: open("/castBallot"),
  register: open("/registerPage", { search: "listed", logIn: true }),
  login: open("/loginPage", { logIn: true }),
  forgotPassword: open("/forgotPassword", { logIn: true }),
  // The links of mails have tokens, which belong in no index and no log.
  resetPassword: open("/resetPassword", { search: "hidden", logIn: true }),
  verifyEmail: open("/verifyEmail", { search: "hidden", logIn: true }),
  // A mail program ends its mails there by a POST.
  unsubscribe: open("/unsubscribe", { search: "hidden" }),
  socialPopup: open("/socialPopup", { search: "hidden", needs: "popup" }),
  becomePro: signedIn("/proUser", { needs: "stripe" }),
  paymentReceipt: signedIn("/proUser/receipt"),
  profile: signedIn("/profile"),
  activity: signedIn("/profile/activity"),
  news: signedIn("/profile/news"),
  security: signedIn("/profile/security"),
  tokens: signedIn("/profile/tokens"),
  webhooks: signedIn("/profile/webhooks"),
  webhook: signedIn("/profile/webhooks/:id"),
  becomeSurveyor: signedIn("/profile/surveyor"),
  dashboard: restricted("/dashBroad", ["survey:create", "overview:read"]),
  overview: restricted("/dashBroad/charts", ["overview:read"]),
  manageUsers: restricted("/dashBroad/manageUser", ["user:manage"]),
  surveyStatus: restricted("/dashBroad/surveyStatus", ["survey:publish"]),
  suspicion: restricted("/dashBroad/surveyStatus/:id", ["votes:set-aside"]),
  allResponses: restricted("/dashBroad/surveyResponse", ["response:read-all"]),
  payments: restricted("/dashBroad/paymentUser", ["payment:read-all"]),
  standsOut: restricted("/dashBroad/standsOut", ["votes:set-aside"]),
  reported: restricted("/dashBroad/reported", ["report:handle"]),
  auditLog: restricted("/dashBroad/auditLog", ["audit:read"]),
  messages: restricted("/dashBroad/messages", ["contact:handle"]),
  surveyorRequests: restricted("/dashBroad/surveyorRequests", ["user:manage"]),
  allTokens: restricted("/dashBroad/tokens", ["user:manage"]),
  brand: restricted("/dashBroad/brand", ["brand:manage"]),
  createSurvey: restricted("/dashBroad/createSurvey", ["survey:create"]),
  userFeedback: restricted("/dashBroad/UserFeedback", ["survey:create"]),
  adminFeedback: restricted("/dashBroad/adminFeedback", ["survey:create"]),
  ownResponses: restricted("/dashBroad/responseSurvey", ["survey:create"]),
  ownSurveys: restricted("/dashBroad/mySurveys", ["survey:create"]),
  ownResults: restricted("/dashBroad/mySurveys/:id/results", ["response:read-own"]),
  editSurvey: restricted("/dashBroad/mySurveys/:id", ["survey:create"]),
} satisfies Record<string, PageRules>;

type Table = typeof pageTable;
export type PageName = keyof Table;
/** The names of the pages with these rules. */
export type PagesWith<Rules> = {
  [Name in PageName]: Table[Name] extends Rules ? Name : never;
}[PageName];

export const pageNames = Object.keys(pageTable) as PageName[];

/** The address of each page. */
export const pages = Object.fromEntries(pageNames.map((name) => [name, pageTable[name].path])) as {
  [Name in PageName]: Table[Name]["path"];
};

export function rulesOf(name: PageName): PageRules {
  return pageTable[name];
}

/** The pages with this rule. */
export function pagesWith<Rule extends keyof PageRules>(
  rule: Rule,
  value: PageRules[Rule],
): PageName[] {
  return pageNames.filter((name) => rulesOf(name)[rule] === value);
}

const matchers = pageNames.map((name) => [name, pathMatcher(pages[name])] as const);

/** The page at this path, if the browser has one. */
export function pageAt(path: string): PageName | undefined {
  return matchers.find(([, matcher]) => matcher.test(path))?.[0];
}

/**
 * The one address of a page, for search engines and for sharing: without sorting and searches. A
 * survey's is its page for everybody, because the one to vote on sends visitors away.
 */
export function canonicalPath(path: string, category: string | null): string {
  const plain = path.replace(/(.)\/$/, "$1");
  if (pathMatcher(pages.survey).test(plain))
    return plain.replace(/^.*\//, fillPath(pages.results, {}));
  return plain === pages.surveys
    ? callAddress(plain, { query: { category: category ?? "" } })
    : plain;
}

/** English has the specified addresses; every other language has them below its own name. */
export function prefixOf(language: string): string {
  return language === "en" ? "" : `/${language}`;
}

/** The prefix that an address has, of one of these languages, and the page's path without it. */
export function splitPrefix(
  path: string,
  languages: readonly string[],
): { prefix: string; path: string } {
  const prefix = languages
    .map(prefixOf)
    .find((known) => known && (path === known || path.startsWith(`${known}/`)));
  return prefix ? { prefix, path: path.slice(prefix.length) || "/" } : { prefix: "", path };
}

/** What a phone or a computer reads when somebody puts the site on their home screen. */
export function manifestPath(language: string): string {
  return `${prefixOf(language)}/manifest.webmanifest`;
}

/** What is shown where the site can't be reached. The service worker keeps it. */
export function offlinePath(language: string): string {
  return `${prefixOf(language)}/offline`;
}

/** The Atom feed of new surveys, of all or of one category. */
export function feedPath(category: Category | null = null, language = "en"): string {
  return `${prefixOf(language)}/feeds/${category ?? "all"}.atom`;
}

/** The address if it is a page of this site in any language, otherwise null. */
export function sitePath(given: string): string | null {
  // Browsers read `/\\evil.example` and `/\t/evil.example` as `//evil.example`: another site.
  if (/^\/\/|[^\x21-\x5b\x5d-\x7e]/.test(given)) return null;
  const [path = ""] = given.split(/[?#]/, 1);
  return pageAt(splitPrefix(path, languageIds).path) ? given : null;
}
