import { expect, it } from "vitest";
import type { Language } from "../words/generated/languages.ts";
import { keptLanguages, languagesCookie, readLanguages } from "./chosen-languages.ts";

it.each([
  ["ar", ["ar"]],
  ["fr,en,fr", ["en", "fr"]],
  ["fr.en", ["en", "fr"]],
  ["fr,tlh", ["fr"]],
  ["ar,en,es,fr,hi,zh", null],
  ["tlh", null],
  ["", null],
  [null, null],
])("reads %s as %j", (named, languages) => {
  expect(readLanguages(named)).toEqual(languages);
});

it("keeps what was chosen, together with the language of the page", () => {
  const cookie = (chosen: Language[] | null) =>
    `theme=dark; ${languagesCookie(chosen, false).split(";", 1)[0]}`;
  expect(keptLanguages(cookie(["en", "fr"]), "en")).toEqual(["en", "fr"]);
  expect(keptLanguages(cookie(["en", "fr"]), "es")).toEqual(["en", "es", "fr"]);
  expect(keptLanguages(cookie(["es"]), "es")).toEqual(["es"]);
  expect(keptLanguages(cookie(null), "es")).toBeNull();
  expect(keptLanguages("theme=dark", "es")).toBeNull();
  expect(keptLanguages("surveyLanguages=tlh", "es")).toBeNull();
});

it("ends the cookie of whoever wants all languages again", () => {
  expect(languagesCookie(null, true)).toContain("max-age=0");
});
