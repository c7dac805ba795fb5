import { keptLanguages, languagesCookie } from "../../../contract/chosen-languages.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { useInBrowser } from "../../lib/in-browser.ts";
import { ownLanguage } from "../../lib/language.ts";

/** A cookie, because the server reads it too: it leads to the address with these languages. */
export function keepLanguages(chosen: Language[] | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is missing over plain http.
  document.cookie = languagesCookie(chosen, location.protocol === "https:");
}

const readKept = () => keptLanguages(document.cookie, ownLanguage)?.join();

/** What somebody has chosen before. Nothing in the first render, which is that of the server. */
export function useKeptLanguages(): string | undefined {
  return useInBrowser(readKept, undefined);
}

/** The languages that the next survey should be in, as a call names them. */
export function languagesRead(): string {
  return readKept() ?? ownLanguage;
}
