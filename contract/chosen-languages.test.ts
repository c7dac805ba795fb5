import { expect, it } from "vitest";
import {
  keptLanguages,
  languagesCookie,
  readLanguages,
  type writeLanguages,
} from "./chosen-languages.ts";

it.each([
  ["all", null],
  ["ar", ["ar"]],
  ["fr,en,fr", ["en", "fr"]],
  ["fr.en", ["en", "fr"]],
  ["fr,tlh", ["fr"]],
  ["tlh", undefined],
  ["", undefined],
  [null, undefined],
])("reads %s as %j", (named, languages) => {
  expect(readLanguages(named)).toEqual(languages);
});

it("keeps what was chosen, together with the language of the page", () => {
  const cookie = (chosen: Parameters<typeof writeLanguages>[0]) =>
    `theme=dark; ${languagesCookie(chosen, false).split(";", 1)[0]}`;
  expect(keptLanguages(cookie(null), "es")).toBe("all");
  expect(keptLanguages(cookie(["en", "fr"]), "en")).toBe("en,fr");
  expect(keptLanguages(cookie(["en", "fr"]), "es")).toBe("en,es,fr");
  expect(keptLanguages(cookie(["es"]), "es")).toBeUndefined();
  expect(keptLanguages("theme=dark", "es")).toBeUndefined();
  expect(keptLanguages("surveyLanguages=tlh", "es")).toBeUndefined();
});
