import { describe, expect, test } from "vitest";
import { pageAt, pageNames, pages, prefixOf, sitePath, splitPrefix } from "./pages.ts";
import { fillPath } from "./route.ts";

describe("an address to come back to", () => {
  test.each([
    "/",
    "/profile",
    "/surveyPage/abc?x=1#top",
    "/socialPopup?attempt=1&done=1",
    "/es",
    "/ar/socialPopup?attempt=1&done=1",
  ])("may be the page %s", (path) => expect(sitePath(path)).toBe(path));

  test.each([
    "/.//evil.example/phish",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/profile/..//evil.example",
    "https://evil.example/profile",
    "javascript:alert(1)",
    "profile",
    "",
    "/identity/sign-out",
    "/no-such-page",
    "/es//evil.example",
    "/es/.//evil.example/phish",
    "/es/no-such-page",
    "/xx/profile",
  ])("never leads to %j", (address) => expect(sitePath(address)).toBeNull());
});

test("every address leads to its own page, and to no other", () => {
  for (const name of pageNames) expect(pageAt(fillPath(pages[name], { id: "abc" }))).toBe(name);
});

describe("the prefix of a language", () => {
  const languages = ["en", "es", "ar"];

  test.each([
    ["/surveyPage", "", "/surveyPage"],
    ["/es", "/es", "/"],
    ["/es/", "/es", "/"],
    ["/ar/surveyPage/1", "/ar", "/surveyPage/1"],
    ["/es/es", "/es", "/es"],
    ["/espresso", "", "/espresso"],
    ["/en/surveyPage", "", "/en/surveyPage"],
    ["//es/surveyPage", "", "//es/surveyPage"],
  ])("of %s is %j", (address, prefix, path) => {
    expect(splitPrefix(address, languages)).toEqual({ prefix, path });
  });

  test("is none for English, which has the specified addresses", () => {
    expect(languages.map(prefixOf)).toEqual(["", "/es", "/ar"]);
  });
});
