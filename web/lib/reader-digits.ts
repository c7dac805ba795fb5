import { digitsVary } from "#words/language";
import { COMMON_DIGITS, usualDigits } from "../../words/digits.ts";
import type { Language } from "../../words/generated/languages.ts";
import { ownLanguage } from "./language.ts";
import { languageOf } from "./language-choice.ts";

/** The digits of the reader's region: Egypt writes Arabic with others than Morocco. */
export function digitsOf(language: Language, listed: readonly string[]): string {
  const tag = listed.find((one) => languageOf(one) === language && one.includes("-"));
  return tag ? usualDigits(tag) : COMMON_DIGITS;
}

/** Without a question where all regions write alike, because a format takes a phone long to make. */
export function readersDigits(): string {
  return digitsVary ? digitsOf(ownLanguage, navigator.languages) : COMMON_DIGITS;
}
