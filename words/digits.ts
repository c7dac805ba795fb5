/** Those that every language of the site can be read with, for pages and mails that go to anybody. */
export const COMMON_DIGITS = "latn";

let chosen: string = COMMON_DIGITS;

/** To be called before anything is written, because formats are kept. The name is `Intl`'s. */
export function writeIn(digits: string): void {
  chosen = digits;
}

/** The language for `Intl`. Without digits, browsers disagree on which ones Arabic has. */
export function withDigits(tag: string): string {
  return `${tag}-u-nu-${chosen}`;
}

/** The usual digits of a language in its region, by `Intl`'s name. */
export function usualDigits(tag: string): string {
  try {
    return new Intl.NumberFormat(tag).resolvedOptions().numberingSystem;
  } catch {
    // A browser's extensions and settings may list anything.
    return COMMON_DIGITS;
  }
}
