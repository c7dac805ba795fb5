import { splitPrefix } from "../contract/pages.ts";
import { forServer } from "../words/generated/for-server.ts";
import { type Language, languages } from "../words/generated/languages.ts";

/** What the server says itself, by language. */
export const words: Record<Language, typeof forServer.en> = forServer;

/** English first. */
export const languageIds = Object.keys(languages) as Language[];
// A header may be as long as all headers together; people's browsers list a handful.
const MOST_LISTED = 20;

export interface AskedPage {
  language: Language;
  /** Of the address, `/es`. Empty where it names no language: then it is the reader's choice, or English. */
  prefix: string;
  /** The page's path without the prefix. */
  path: string;
}

/** The language in which a page is asked for, by its address or else by the reader's choice. */
export function askedPage(address: string, cookies: string | undefined): AskedPage {
  const { prefix, path } = splitPrefix(address, languageIds);
  const named = languageIds.find((id) => prefix === `/${id}`);
  return { prefix, path, language: named ?? chosenLanguage(cookies) ?? "en" };
}

/** The switch of languages stores it. */
function chosenLanguage(cookies = ""): Language | undefined {
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
