import { expect, test } from "vitest";
import { countFilters, noFilter, readFilter, type SurveyFilter, writeFilter } from "./filter.ts";

const read = (address: string) => readFilter(new URLSearchParams(address));

test("an address and its filter say the same", () => {
  const filter: SurveyFilter = {
    search: "bus & tram",
    category: "social-issues",
    languages: ["en", "fr"],
    sort: "votes",
    notVoted: true,
  };
  const address = writeFilter(filter).toString();
  expect(address).toBe(
    "search=bus+%26+tram&category=social-issues&language=en%2Cfr&sort=votes&notVoted=true",
  );
  expect(read(address)).toEqual(filter);
});

test("the list has all languages unless the address names some", () => {
  expect(noFilter.languages).toBeNull();
  expect(read("language=en").languages).toEqual(["en"]);
  expect(writeFilter({ ...noFilter, languages: ["en"] }).toString()).toBe("language=en");
  expect(read("language=fr,tlh").languages).toEqual(["fr"]);
  expect(read("language=tlh")).toEqual(noFilter);
});

test("the plain list has a plain address", () => {
  expect(writeFilter(noFilter).toString()).toBe("");
  expect(read("")).toEqual(noFilter);
});

test("counts what is chosen besides the search", () => {
  expect(countFilters(noFilter)).toBe(0);
  expect(countFilters(read("search=bus"))).toBe(0);
  expect(countFilters(read("search=bus&category=politics&language=en,fr&sort=votes"))).toBe(3);
});

test("what an address says wrongly is left out", () => {
  expect(read("category=cats&sort=worst&notVoted=maybe&after=1")).toEqual(noFilter);
  expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
});
