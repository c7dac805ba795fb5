/** How numbers and times are written. No other file of `web` does it; what is counted is a message. */
import * as t from "#words/formats";
import { tag } from "#words/language";
import { withDigits } from "../../words/digits.ts";

/** Makes a format at its first use, because that can take a phone 100 ms, and keeps it. */
function once<Format>(make: () => Format): () => Format {
  let format: Format | undefined;
  return () => {
    format ??= make();
    return format;
  };
}

function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(withDigits(tag), options);
}

const numbers = once(() => numberFormat());
const twoDigits = once(() => numberFormat({ minimumIntegerDigits: 2 }));
const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
const prices = once(() => numberFormat(dollars));
const roundSums = once(() => numberFormat({ ...dollars, maximumFractionDigits: 0 }));

/** `1,200` */
export const sayNumber = (number: number) => numbers().format(number);
/** `$9.99` */
export const sayPrice = (amount: number) => prices().format(amount);
/** `$1,200` */
export const sayDollars = (amount: number) => roundSums().format(amount);

const alternatives = once(() => new Intl.ListFormat(tag, { type: "disjunction" }));
/** `Ada, Bo or Cy` */
export const sayAlternatives = (names: string[]) => alternatives().format(names);

const names = once(() => new Intl.ListFormat(tag));
/** `Ada, Bo and Cy` */
export const sayNames = (all: string[]) => names().format(all);

const languageNames = once(() => new Intl.DisplayNames(tag, { type: "language" }));
/** `Spanish`, as this page's language writes it within a sentence. */
export const nameLanguage = (language: string) => languageNames().of(language) ?? language;

const dateForms = {
  /** `14:05` */
  time: { timeStyle: "short" },
  /** `5 Nov` */
  dayOfYear: { day: "numeric", month: "short" },
  /** `5 November` */
  longDayOfYear: { day: "numeric", month: "long" },
  /** `5 Nov 2026` */
  day: { dateStyle: "medium" },
  /** `Nov 2026` */
  month: { month: "short", year: "numeric" },
  /** `November 2026` */
  longMonth: { month: "long", year: "numeric" },
  /** `5 Nov, 14:05` */
  minute: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  /** `5 Nov 2026, 14:05` */
  short: { dateStyle: "medium", timeStyle: "short" },
  /** `5 Nov 2026, 14:05:09` */
  second: { dateStyle: "medium", timeStyle: "medium" },
  /** `5 November 2026 at 14:05` */
  long: { dateStyle: "long", timeStyle: "short" },
  /** `Thursday 5 November 2026 at 14:05` */
  weekday: { dateStyle: "full", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateForm = keyof typeof dateForms;
const dates = new Map<string, Intl.DateTimeFormat>();
// Hindi cuts its short months with a sign that few people write: `नव॰`.
const hasWholeMonths = (tag as string) === "hi";

/** A moment in the reader's time zone, if no other is given. */
export function sayDate(moment: Date | string, form: DateForm, timeZone?: string): string {
  const date = new Date(moment);
  const format = dateFormat(form, dateForms[form], timeZone);
  if (!hasWholeMonths) return format.format(date);
  const month = dateFormat("wholeMonth", { month: "long" }, timeZone).format(date);
  const parts = format.formatToParts(date);
  return parts.map(({ type, value }) => (type === "month" ? month : value)).join("");
}

function dateFormat(
  name: DateForm | "wholeMonth",
  options: Intl.DateTimeFormatOptions,
  timeZone?: string,
): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`;
  const format =
    dates.get(key) ?? new Intl.DateTimeFormat(withDigits(tag), { ...options, timeZone });
  dates.set(key, format);
  return format;
}

/** Days and months that the server counts begin in UTC. */
export const sayShortDay = (date: string) => sayDate(date, "dayOfYear", "UTC");
export const sayDay = (date: string) => sayDate(date, "day", "UTC");
/** Of `2026-11`. */
export const sayMonth = (month: string) => sayDate(month, "month", "UTC");

/** A moment that comes soon: `14:30`, or on another day `18 November at 14:30`. */
export function sayWhen(moment: Date, timeZone?: string): string {
  const day = sayDate(moment, "longDayOfYear", timeZone);
  const time = sayDate(moment, "time", timeZone);
  return day === sayDate(new Date(), "longDayOfYear", timeZone)
    ? time
    : t.dayAndTime({ day, time });
}

/** The name of the reader's time zone. */
export const readerZone = once(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

const ago = once(() => new Intl.RelativeTimeFormat(withDigits(tag), { numeric: "auto" }));
const ahead = once(() => new Intl.RelativeTimeFormat(withDigits(tag), { numeric: "always" }));

export function sayHowLongAgo(date: Date, now: Date, shortest: "minute" | "second" = "minute") {
  // The server's clock may be a little ahead of this one.
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  const unit = units.find(
    ([name, length]) => seconds >= length && (name !== "second" || name === shortest),
  );
  return unit ? ago().format(-Math.floor(seconds / unit[1]), unit[0]) : t.justNow;
}

/** As "0:25". */
export const sayClock = (seconds: number) =>
  `${sayNumber(Math.floor(seconds / 60))}:${twoDigits().format(seconds % 60)}`;

/** Rounded down, so that nobody comes too late; minutes and seconds at the end. */
export function sayTimeLeft(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds <= 0) return t.now;
  if (seconds < 300) return t.inMinutesAndSeconds({ time: sayClock(seconds) });
  // Nine days are more than a week.
  const unit = units.find(([name, length]) => name !== "week" && seconds >= length);
  return unit ? ahead().format(Math.floor(seconds / unit[1]), unit[0]) : t.now;
}

const waits = [
  { unit: "seconds", seconds: 1, fits: 60 },
  { unit: "minutes", seconds: 60, fits: 60 },
  { unit: "hours", seconds: 3_600, fits: 24 },
  { unit: "days", seconds: 86_400, fits: Number.POSITIVE_INFINITY },
] as const;

/** That it was too much, and for how long, rounded up so that people don't come back too early. */
export function sayTooMuch(seconds: number): string {
  const wait = waits.find((one) => Math.ceil(seconds / one.seconds) < one.fits);
  const count = wait && Math.ceil(seconds / wait.seconds);
  return count ? t.tooMuch[wait.unit]({ count }) : t.tooMuch.moment;
}

/** What a span of hours is counted in. */
export function unitOf(hours: number) {
  if (hours < 1) return { name: "minute", hours: 1 / 60 } as const;
  // Up to two days are easier to grasp in hours.
  if (hours < 48) return { name: "hour", hours: 1 } as const;
  return { name: "day", hours: 24 } as const;
}

/** `1 hour`, `3 days` */
export function saySpan(count: number, unit: keyof typeof t.spans): string {
  return t.spans[unit]({ count });
}

export function sayHours(hours: number): string {
  const unit = unitOf(hours);
  return saySpan(Math.round(hours / unit.hours), unit.name);
}
