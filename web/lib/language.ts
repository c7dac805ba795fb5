import { id } from "#words/language";
import { prefixOf } from "../../contract/pages.ts";
import { type Language, languageIds, languages } from "../../words/generated/languages.ts";

// Each language is a build of its own, and its pages have the same addresses behind a prefix:
// `/es/surveyPage`. English has none.

/** The language of this build. */
export const ownLanguage = id as Language;

/** For the router, whose own addresses are those without a prefix. */
export const basename = prefixOf(ownLanguage) || "/";

const prefixes = languageIds.map(prefixOf).filter(Boolean).join("|");
// All of them if there are several, and all slashes at the start: a path that begins with two is
// the name of another site.
const start = new RegExp(`^(?:[/\\\\]*(?:${prefixes})(?![^/\\\\]))*[/\\\\]*`, "i");

/** The page's path without the prefix of its language, as `contract/pages.ts` has it. */
export function pagePath(pathname: string): string {
  return pathname.replace(start, "/");
}

type Place = Pick<Location, "pathname" | "search" | "hash">;

/** The address of the same page in another language, with all that stands behind its path. */
export function addressIn(language: Language, { pathname, search, hash }: Place): string {
  const path = pagePath(pathname);
  const prefix = prefixOf(language);
  return (path === "/" && prefix ? prefix : prefix + path) + search + hash;
}

/** The address of a page in this language, where no link of the router makes it. */
export function addressOf(page: string): string {
  const [path = ""] = page.split(/[?#]/, 1);
  return addressIn(ownLanguage, { pathname: path, search: page.slice(path.length), hash: "" });
}

/** The same with the name of the site, for sharing. */
export function wholeAddressOf(page: string): string {
  return location.origin + addressOf(page);
}

/** Another language is another document. */
export function goTo(address: string): void {
  location.assign(address);
}

/** In its own name, as those who read it look for it. One that only a later version has by its tag. */
export function sayLanguage(language: string): string {
  return language in languages ? languages[language as Language].name : language;
}
