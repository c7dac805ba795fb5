import { LANGUAGE } from "./language.ts";

/** What a sentence names, by its names in the sentence. */
export type Named = Record<string, unknown>;

/**
 * `{limit}`, `{until, date, long}` and `{kind, select, a {one} other {another}}`: the part of ICU's
 * messages that our sentences use.
 */
const placeholder = /\{(\w+)(?:, (date)[^{}]*|, select, ((?:[\w-]+ \{[^{}]*\}\s*)+))?\}/g;

let dates: Intl.DateTimeFormat | undefined;

/** Made when it is needed first: most pages name no date in a sentence. */
function sayDate(value: string): string {
  dates ??= new Intl.DateTimeFormat(LANGUAGE, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return dates.format(new Date(value));
}

/** An English sentence with what it names. */
export function fill(sentence: string, named: Named = {}): string {
  return sentence.replace(placeholder, (_whole, name: string, date?: string, choices?: string) => {
    const value = String(named[name]);
    if (date) return sayDate(value);
    if (!choices) return value;
    const texts = new Map(
      [...choices.matchAll(/([\w-]+) \{([^{}]*)\}/g)].map(([, key, text]) => [key, text]),
    );
    return texts.get(value) ?? texts.get("other") ?? "";
  });
}
