import { expect, it } from "vitest";
import { choiceCookie, offerFor } from "./language-choice.ts";

const reader = (...languages: string[]) => ({ languages, cookies: "", hasDismissed: false });

it.each([
  [["es-MX", "en"], "es"],
  [["ca", "es", "en"], "es"],
  [["ZH-Hant-TW"], "zh"],
  [["en-US", "es"], null],
  [["de", "en", "es"], null],
  [["de", "pt-BR"], null],
  [["esperanto"], null],
  [[], null],
])("offers to a reader of %j on an English page: %s", (languages, offered) => {
  expect(offerFor("en", reader(...languages))).toBe(offered);
});

it("offers English on a page in another language, too", () => {
  expect(offerFor("ar", reader("en-GB", "ar"))).toBe("en");
  expect(offerFor("ar", reader("ar-EG", "en"))).toBeNull();
});

it("offers nothing to those who have chosen or said no", () => {
  const spanish = reader("es");
  expect(offerFor("en", { ...spanish, cookies: "a=b; language=en" })).toBeNull();
  expect(offerFor("en", { ...spanish, hasDismissed: true })).toBeNull();
  // Other cookies are no choice.
  expect(offerFor("en", { ...spanish, cookies: "my-language=en; other=language=en" })).toBe("es");
});

it("keeps the choice for a year, for all pages, and off the open network where it can", () => {
  const cookie = "language=es; path=/; max-age=31536000; samesite=lax";
  expect(choiceCookie("es", false)).toBe(cookie);
  expect(choiceCookie("es", true)).toBe(`${cookie}; secure`);
});
