import { type Language, languageIds } from "../words/generated/languages.ts";

// Which languages the list of surveys shows, as its address says it, `?language=ar,en`, and as a
// cookie keeps it. The server reads both. Null is all of them, which neither names.

const COOKIE = "surveyLanguages";
const YEAR_S = 365 * 24 * 3600;

/** The languages that are named. */
export function readLanguages(named: string | null | undefined): Language[] | null {
  const listed = named?.split(/[,.]/) ?? [];
  // In one order, so that the same ones are the same list.
  const known = languageIds.filter((id) => listed.includes(id));
  return known.length > 0 && known.length < languageIds.length ? known : null;
}

/**
 * What somebody has chosen before, for an address that names no language. The page's own is always
 * among them: whoever opens the page reads it.
 */
export function keptLanguages(cookies: string, own: Language): Language[] | null {
  const [, kept] = /(?:^|; )surveyLanguages=([\w.-]+)/.exec(cookies) ?? [];
  return kept && readLanguages(kept) ? readLanguages(`${kept}.${own}`) : null;
}

/** No comma may stand in a cookie. */
export function languagesCookie(chosen: Language[] | null, isSecure: boolean): string {
  const age = chosen ? YEAR_S : 0;
  const value = chosen?.join(".") ?? "";
  return `${COOKIE}=${value}; path=/; max-age=${age}; samesite=lax${isSecure ? "; secure" : ""}`;
}
