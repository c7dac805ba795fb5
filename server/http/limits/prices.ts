import { categories } from "../../../contract/categories.ts";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { LIST_MAX } from "../../../contract/page-route.ts";
import { feedPath, offlinePath, pages, prefixOf } from "../../../contract/pages.ts";
import type { Price, Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { languageIds } from "../../../words/generated/languages.ts";

/** What a call costs before it begins. `asked` is its query. */
export function priceBefore(price: Price, asked: unknown): number {
  const { call, search = 0 } = price;
  return search > 0 && isSearch(asked as Query) ? call + search + priceToRead(price, asked) : call;
}

/** What it costs in addition if it turns out that the list is not in memory. */
export function priceOfMiss(price: Price, asked: unknown): number {
  return isSearch(asked as Query) ? 0 : priceToRead(price, asked);
}

type Query = Record<string, unknown>;

/** Whether it looks for some of a list's items, wherever in the list they are. */
const isSearch = ({ search, language, notVoted }: Query) => Boolean(search || language || notVoted);

// To count a list, and to ask the database at all.
const ITEMS_OF_A_LIST = 100;

/** As `pageRoute` reads the limit; what it refuses costs as much as the longest list. */
function priceToRead({ perItem = 0 }: Price, asked: unknown): number {
  const limit = Number((asked as Query).limit);
  return perItem * (ITEMS_OF_A_LIST + (limit > 0 && limit < LIST_MAX ? limit : LIST_MAX));
}

/** Charged in addition for each vote of the caller if a list is made of all or leaves them out. */
export const PASSING_MS = 0.001;

/**
 * What a call costs, rounded, after a run of `npm run bench:prices` with the largest data that one
 * call can reach: what its route says, and otherwise what others of its kind cost. Where the cost
 * grows with the votes of a survey, the price is about a fourth of the largest, because it is the
 * same for a small survey. Calls that the command can't repeat, because they change something once,
 * have the price of a similar one.
 */
export function priceOfRoute(route: Route): Price {
  return { ...usualPrice(route), ...route.price };
}

function usualPrice({ method, page, download }: Route): Price {
  if (download) return { call: 5, perMegabyte: 200 };
  if (page) return { call: 3, search: 10, perMegabyte: 100 };
  return { call: method === "GET" ? 2 : 4 };
}

/**
 * The same for the identity provider's calls. The hash of a password is not counted: hashes run
 * beside the event loop, a few at a time (decision 014), and limits say how often.
 */
const usualIdentityPrice = 5;

/** A page that is in memory already, and what is answered to addresses that don't exist. */
export const pagePrice: Price = { call: 1.2 };
/** Charged in addition when a page has to be rendered. */
export const RENDERING_MS = 15;
/** The same when a picture has to be drawn. */
export const DRAWING_MS = 20;

/** The same when a sitemap has to be made. It is kept for minutes, so a crawler pays once for each. */
export const SITEMAP_MS = 20;

/** Of an assistant's call, besides those that it makes in the caller's name, which have their own. */
export const assistantPrice: Price = { call: 5, perMegabyte: 100 };

const file: Price = { call: 0.2 };
const frame: Price = { call: 3 };
const tile: Price = { call: 2, perMegabyte: 100 };
// So much that twenty in a second are the most. They are counted apart from everything else, so that
// operators can look when the site is busy.
const probe: Price = { call: 10 };

/** Everything else that is served, by its path. */
const otherPrices: Record<string, Price> = {
  "/healthz": probe,
  "/readyz": probe,
  "/metrics": probe,
  "/payment-webhook": { call: 1 },
  // Also the page of this address, which is in memory.
  [pages.unsubscribe]: { call: 2 },
  "/mcp": assistantPrice,
  "/brand/:file": file,
  ...Object.fromEntries(languageIds.map((id) => [offlinePath(id), file])),
  "/robots.txt": file,
  // These are kept for minutes, so few calls have to make them.
  "/sitemap.xml": file,
  "/sitemaps/pages.xml": file,
  ...Object.fromEntries(
    languageIds.flatMap((language) => [
      [`${prefixOf(language)}/sitemaps/:file`, file],
      ...[null, ...categories].map((category) => [feedPath(category, language), file]),
    ]),
  ),
  "/share/:file": { call: 1 },
  // Of a survey that nobody else has asked for within the last second.
  ...Object.fromEntries(languageIds.map((id) => [prefixOf(id) + pages.embed, frame])),
  // 256 entries or hashes, by their key.
  "/log/tile/*": tile,
  "/record/:id/tile/*": tile,
  "/openapi.json": { call: 4 },
  "/docs": { call: 0.5 },
  "/docs/style.css": file,
  "/docs/try.js": file,
  "/assets/*": file,
  // Calls that the identity provider does not have.
  [`${IDENTITY_PATH}/*`]: file,
  "/demo-issuer/authorize": { call: 1 },
  "/demo-issuer/choose": { call: 1 },
  "/demo-issuer/token": { call: 1 },
  // What browsers ask before they call from another site.
  "*": file,
};

const prices = new Map<string, Price>();
for (const route of Object.values<Route>(routes)) {
  prices.set(`${route.method} ${route.path}`, priceOfRoute(route));
}
for (const { method, path, price } of Object.values<IdentityCall>(identityCalls)) {
  prices.set(`${method} ${IDENTITY_PATH}${path}`, { call: price ?? usualIdentityPrice });
}

/** The price of what is served at this path; undefined if it has none yet. */
export function priceOf(method: string, path: string): Price | undefined {
  const read = method === "HEAD" ? "GET" : method;
  const known = prices.get(`${read} ${path}`) ?? otherPrices[path];
  // The rest of the built browser side, with names such as `/theme.js`.
  return known ?? (read === "GET" && /\.\w+$/.test(path) ? file : undefined);
}
