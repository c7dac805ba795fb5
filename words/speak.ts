import { withDigits } from "./digits.ts";

/** Letters that are read from right to left: Hebrew, Arabic and their neighbours. */
const rightToLeft = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}`;
const foreign = {
  ltr: new RegExp(`[${rightToLeft}]`, "u"),
  rtl: new RegExp(String.raw`[^\P{L}${rightToLeft}]`, "u"),
};
/** Has no spaces, so it stays in order by itself. Mail programs make a link of it, signs included. */
const address = /^(https?:|[^\s@]+@[^\s@]+$)/;

/**
 * How a language writes numbers, times, counts and what people wrote. Each format is made at its
 * first use, because that is slow.
 */
export function speak(tag: string, direction: "ltr" | "rtl" = "ltr") {
  let numbers: Intl.NumberFormat | undefined;
  let dates: Intl.DateTimeFormat | undefined;
  let counts: Intl.PluralRules | undefined;
  return {
    number(value: number): string {
      numbers ??= new Intl.NumberFormat(withDigits(tag));
      return numbers.format(value);
    },
    /** A moment that whoever reads it may read anywhere, so it is in UTC. */
    date(value: string): string {
      dates ??= new Intl.DateTimeFormat(withDigits(tag), {
        dateStyle: "long",
        timeStyle: "short",
        timeZone: "UTC",
      });
      return dates.format(new Date(value));
    },
    plural(value: number, forms: Forms): string {
      counts ??= new Intl.PluralRules(tag);
      return forms[`=${value}`] ?? forms[counts.select(value)] ?? forms.other;
    },
    /** A text that is read the other way is marked, or it would mix with the words around it. */
    isolate(value: string): string {
      return foreign[direction].test(value) && !address.test(value)
        ? `\u2068${value}\u2069`
        : value;
    },
    choose(value: string, texts: Record<string, string>): string {
      return texts[value] ?? texts.other ?? "";
    },
  };
}

type Forms = { [form: string]: string; other: string };
