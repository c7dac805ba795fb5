import { splitPrefix } from "../../contract/pages.ts";
import { forServer } from "../../words/generated/for-server.ts";
import { type Language, languageIds, languages } from "../../words/generated/languages.ts";

/** What the server says itself, by language. */
export const words: Record<Language, typeof forServer.en> = forServer;

// A header may be as long as all headers together; people's browsers list a handful.
const MOST_LISTED = 20;

/** The page at an address, which names its language unless that is English. */
export function askedPage(address: string): { language: Language; path: string } {
  const { prefix, path } = splitPrefix(address, languageIds);
  return { path, language: languageIds.find((id) => prefix === `/${id}`) ?? "en" };
}

/** What the switch of languages has stored. */
export function chosenLanguage(cookies = ""): Language | undefined {
  const [, chosen] = /(?:^|; )language=([\w-]+)/.exec(cookies) ?? [];
  return languageIds.find((id) => id === chosen);
}

/** Of those that a caller's `Accept-Language` lists, the one they like best; otherwise English. */
export function preferredLanguage(header: string | undefined): Language {
  const listed = (header ?? "").split(",", MOST_LISTED).map((entry) => {
    const [range = "", quality] = entry.split(";q=");
    return { language: range.trim().split("-")[0]?.toLowerCase(), quality: Number(quality ?? 1) };
  });
  const best = listed
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { language } of best) {
    const found = languageIds.find((id) => id === language);
    if (found) return found;
  }
  return "en";
}

/** Null also for one that only a later version of this site knows: a row may name it. */
export function knownLanguage(stored: string | null | undefined): Language | null {
  return stored && Object.hasOwn(languages, stored) ? (stored as Language) : null;
}

/** For a mail: of a person who has chosen none, English. */
export function mailLanguage(stored: string | null): Language {
  return knownLanguage(stored) ?? "en";
}
