import { type Language, languageIds } from "../words/generated/languages.ts";

// Of a text in another script, at least this share of the letters: it may name things in Latin.
const SHARE = 0.2;

/** Unicode counts Chinese characters as one script, simplified or not. */
const scriptOf = (id: string) =>
  new Intl.Locale(id).maximize().script?.replace(/^Han.$/, "Hani") ?? "Latn";

const scripts = languageIds.map(scriptOf);

/** The languages that are alone with their script, by a pattern of its letters. */
const certain = languageIds
  .filter((_, index) => scripts.filter((other) => other === scripts[index]).length === 1)
  .map((id) => ({ id, letters: new RegExp(`\\p{Script=${scriptOf(id)}}`, "gu") }));

/** The language that a text's letters tell; undefined if several languages are written with them. */
export function languageOfScript(text: string): Language | undefined {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const least = count(/\p{L}/gu) * SHARE;
  return certain.find(({ letters }) => count(letters) > least)?.id;
}
