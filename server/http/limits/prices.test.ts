import { describe, expect, it } from "vitest";
import { dearestQueries } from "../../../bench/dearest-queries.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { priceBefore, priceOfMiss, priceOfRoute } from "./prices.ts";

// `npm run bench:prices` measures; these say that it measures everything.
describe("the queries that bench:prices tries", () => {
  // The size of a page and its place; the file's format; what a call is about and cannot do without.
  const others = [
    "after",
    "limit",
    "format",
    "url",
    "maxwidth",
    "maxheight",
    "ids",
    "place",
    "commentId",
  ];
  const lists = Object.entries<Route>(routes).filter(
    ([, { method, query, page }]) => method === "GET" && query && page,
  );

  it.each(lists)("have every filter of %s, as it is read", (name, { query }) => {
    const tried = dearestQueries[name as keyof typeof routes] ?? [];
    for (const one of tried)
      expect(query?.safeParse(one).error, JSON.stringify(one)).toBeUndefined();
    const filters = Object.keys(query?.shape ?? {}).filter((filter) => !others.includes(filter));
    const named = new Set(tried.flatMap((one) => Object.keys(one)));
    expect(filters.filter((filter) => !named.has(filter) && filter !== "survey")).toEqual([]);
  });
});

describe("the price of a list", () => {
  const price = priceOfRoute(routes.listSurveys);

  it("is that of an answer in memory until it is known not to be", () => {
    expect(priceBefore(price, { limit: "12", sort: "votes" })).toBe(price.call);
    expect(priceOfMiss(price, {})).toBeGreaterThan(5 * priceOfMiss(price, { limit: "12" }));
  });

  it("grows with what is looked for, and how much of it, before the call begins", () => {
    const asked = [
      { limit: "12", language: "en" },
      { language: "en" },
      { language: "en", notVoted: "true" },
    ];
    const prices = asked.map((query) => priceBefore(price, query));
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(prices[0]).toBeGreaterThan(price.call);
    for (const query of asked) expect(priceOfMiss(price, query)).toBe(0);
  });

  it("is that of the longest for a limit that is refused", () => {
    const most = priceBefore(price, { search: "tea" });
    for (const limit of ["", "x", "-1000", "0", "1e9", ["1", "2"]]) {
      expect(priceBefore(price, { search: "tea", limit })).toBe(most);
    }
  });
});
