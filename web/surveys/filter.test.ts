import { expect, test } from "vitest";
import { noFilter, readFilter, type SurveyFilter, writeFilter } from "./filter.ts";

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

test("all languages, or those of a link, are other lists than that of the page's own", () => {
  expect(read("language=all").languages).toBeNull();
  expect(writeFilter({ ...noFilter, languages: null }).toString()).toBe("language=all");
  expect(read("language=fr,tlh").languages).toEqual(["fr"]);
  expect(read("language=tlh")).toEqual(noFilter);
});

test("the plain list has a plain address", () => {
  expect(writeFilter(noFilter).toString()).toBe("");
  expect(read("")).toEqual(noFilter);
});

test("what an address says wrongly is left out", () => {
  expect(read("category=cats&sort=worst&notVoted=maybe&after=1")).toEqual(noFilter);
  expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
});
