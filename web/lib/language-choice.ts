import { type Language, languageIds } from "../../words/generated/languages.ts";

const COOKIE = "language";
const YEAR_S = 365 * 24 * 3600;

/** Where a page leaves what the same page in another language goes on with (`carry-over.ts`). */
export const CARRIED_KEY = "carried-over";
/** Set once somebody does not want to be offered a language. */
export const DISMISSED_KEY = "language-offer-dismissed";

/** A cookie, because the server also reads it: it decides for addresses without a prefix. */
export function choiceCookie(language: Language, isSecure: boolean): string {
  return `${COOKIE}=${language}; path=/; max-age=${YEAR_S}; samesite=lax${isSecure ? "; secure" : ""}`;
}

export function storeChoice(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is missing over plain http.
  document.cookie = choiceCookie(language, location.protocol === "https:");
}

interface Reader {
  /** As browsers list them, the best first: `["ca", "es-ES", "en"]`. */
  languages: readonly string[];
  cookies: string;
  hasDismissed: boolean;
}

/** The language that this reader would rather have; null if it is this one, or if they have chosen. */
export function offerFor(own: Language, reader: Reader): Language | null {
  const hasChosen = reader.cookies.split("; ").some((cookie) => cookie.startsWith(`${COOKIE}=`));
  if (hasChosen || reader.hasDismissed) return null;
  const preferred = reader.languages.map(languageOf).find((language) => language !== undefined);
  return preferred === undefined || preferred === own ? null : preferred;
}

/** The language that this tag is a kind of, if the site has it. */
export function languageOf(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split("-");
  return languageIds.find((language) => language === primary);
}
