import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { prefixOf } from "../contract/pages.ts";
import { type Language, languageIds } from "../words/generated/languages.ts";

// Each language is built by itself, into files of the same names with other hashes. So what a page
// weighs in another language is known from the files that it loads in English, without a browser.

const web = path.join(import.meta.dirname, "../dist/web");
/** Of a file as others name it: `./bell-Dx3_k9aQ.js`. */
const fileNames = /(?:\.|assets)\/(([\w-]+)-[\w-]{8}\.js)/g;

type Sizes = Map<string, number>;
let known: Map<Language, Sizes> | undefined;

/** How many bytes more than in English the files at these addresses are in each language. */
export function weighInLanguages(addresses: string[]): { language: Language; more: number }[] {
  known ??= new Map(languageIds.map((language) => [language, sizesIn(language)]));
  const named = addresses.flatMap((address) => [...address.matchAll(fileNames)]);
  const names = new Set(named.map(([, , name]) => name ?? ""));
  const sum = (language: Language) =>
    [...names].reduce((sum, name) => sum + sizeOf(name, language), 0);
  return languageIds.map((language) => ({ language, more: sum(language) - sum("en") }));
}

function sizeOf(name: string, language: Language): number {
  const size = known?.get(language)?.get(name);
  if (size === undefined) throw new Error(`The site has no ${name} in ${language}`);
  return size;
}

/** The compressed files of one language, by name; those of the same name are counted together. */
function sizesIn(language: Language): Sizes {
  const sizes: Sizes = new Map();
  const seen = new Set<string>();
  function follow(code: string): void {
    for (const [, file = "", name = ""] of code.matchAll(fileNames)) {
      if (seen.has(file)) continue;
      seen.add(file);
      const asset = path.join(web, "assets", file);
      sizes.set(name, (sizes.get(name) ?? 0) + statSync(`${asset}.br`).size);
      follow(readFileSync(asset, "utf8"));
    }
  }
  follow(readFileSync(path.join(web, prefixOf(language), "index.html"), "utf8"));
  return sizes;
}
