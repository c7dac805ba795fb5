import { describe, expect, it, vi } from "vitest";
import type { languages } from "../../words/generated/languages.ts";
import { addressIn, addressOf, basename, ownLanguage, pagePath } from "./language.ts";

const at = (pathname: string, search = "", hash = "") => ({ pathname, search, hash });

/** What a build in another language has. */
async function inBuildOf(id: keyof typeof languages) {
  vi.resetModules();
  vi.doMock("#words/language", () => ({ id }));
  const build = await import("./language.ts");
  vi.doUnmock("#words/language");
  return build;
}

describe("the address of a page in another language", () => {
  it.each([
    ["/", "/es"],
    ["/surveyPage", "/es/surveyPage"],
    ["/fr/surveyPage", "/es/surveyPage"],
    ["/es/surveyPage", "/es/surveyPage"],
    ["/fr", "/es"],
    ["/fr/", "/es"],
    ["/FR/surveyPage", "/es/surveyPage"],
    // Names that only begin like a language.
    ["/fragments", "/es/fragments"],
    ["/es-ES/surveyPage", "/es/es-ES/surveyPage"],
  ])("of %s is %s", (path, address) => {
    expect(addressIn("es", at(path))).toBe(address);
  });

  it.each([
    ["/es", "/"],
    ["/es/surveyPage", "/surveyPage"],
    ["/es/surveyPage/", "/surveyPage/"],
  ])("of %s in English is %s", (path, address) => {
    expect(addressIn("en", at(path))).toBe(address);
  });

  it("keeps the query and the fragment", () => {
    const place = at("/surveyPage", "?category=politics&search=/es/", "#main");
    expect(addressIn("zh", place)).toBe("/zh/surveyPage?category=politics&search=/es/#main");
    expect(addressIn("en", at("/zh", "?a=1", "#faq"))).toBe("/?a=1#faq");
  });

  it.each([
    "//evil.example/x",
    "/es//evil.example/x",
    "/es/fr//evil.example/x",
    "///evil.example/x",
    "/\\evil.example/x",
    "/es/\\/evil.example/x",
    "\\\\evil.example/x",
  ])("never leads to another site: %s", (path) => {
    for (const language of ["en", "es"] as const) {
      const address = new URL(addressIn(language, at(path)), "https://site.example");
      expect(address.host).toBe("site.example");
    }
  });

  it("has one prefix, however many there were", () => {
    expect(addressIn("ar", at("/es/es/fr/surveyPage"))).toBe("/ar/surveyPage");
    expect(pagePath("/hi/zh")).toBe("/");
  });
});

it("leaves the addresses of English as they are", () => {
  expect(ownLanguage).toBe("en");
  expect(basename).toBe("/");
  expect(addressOf("/")).toBe("/");
  expect(addressOf("/#faq")).toBe("/#faq");
  expect(addressOf("/socialPopup?attempt=a&done=1")).toBe("/socialPopup?attempt=a&done=1");
});

it("puts the prefix before the addresses of a build in another language", async () => {
  const build = await inBuildOf("es");
  expect(build.basename).toBe("/es");
  expect(build.addressOf("/")).toBe("/es");
  expect(build.addressOf("/#faq")).toBe("/es#faq");
  expect(build.addressOf("/socialPopup?attempt=a/b#c")).toBe("/es/socialPopup?attempt=a/b#c");
});
