/** How a language writes numbers, times and counts. Each format is made at its first use, because that is slow. */
export function speak(tag: string) {
  let numbers: Intl.NumberFormat | undefined;
  let dates: Intl.DateTimeFormat | undefined;
  let counts: Intl.PluralRules | undefined;
  return {
    number(value: number): string {
      numbers ??= new Intl.NumberFormat(tag);
      return numbers.format(value);
    },
    /** A moment that whoever reads it may read anywhere, so it is in UTC. */
    date(value: string): string {
      dates ??= new Intl.DateTimeFormat(tag, {
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
    choose(value: string, texts: Record<string, string>): string {
      return texts[value] ?? texts.other ?? "";
    },
  };
}

type Forms = { [form: string]: string; other: string };
