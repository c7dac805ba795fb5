import { type Language, languageIds } from "../words/generated/languages.ts";

// Which languages the list of surveys shows, as its address says it, `?language=ar,en`, and as a
// cookie keeps it. The server reads both.

const COOKIE = "surveyLanguages";
const ALL = "all";
const YEAR_S = 365 * 24 * 3600;

/** The languages that are named, null for all; undefined if none is one of ours. */
export function readLanguages(named: string | null | undefined): Language[] | null | undefined {
  if (named === ALL) return null;
  const listed = named?.split(/[,.]/) ?? [];
  // In one order, so that the same ones are the same list.
  const known = languageIds.filter((id) => listed.includes(id));
  return known.length > 0 ? known : undefined;
}

export function writeLanguages(chosen: Language[] | null): string {
  return chosen ? chosen.join(",") : ALL;
}

/**
 * What somebody has chosen before, for an address that names no language; undefined if that is the
 * page's own alone. Its own is always among them: whoever opens the page reads it.
 */
export function keptLanguages(cookies: string, own: Language): string | undefined {
  const [, kept] = /(?:^|; )surveyLanguages=([\w.-]+)/.exec(cookies) ?? [];
  const chosen = readLanguages(kept);
  const shown = chosen && languageIds.filter((id) => id === own || chosen.includes(id));
  return shown === undefined || writeLanguages(shown) === own ? undefined : writeLanguages(shown);
}

/** No comma may stand in a cookie. */
export function languagesCookie(chosen: Language[] | null, isSecure: boolean): string {
  const value = writeLanguages(chosen).replaceAll(",", ".");
  return `${COOKIE}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${isSecure ? "; secure" : ""}`;
}
