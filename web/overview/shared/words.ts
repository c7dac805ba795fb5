import { count } from "../../lib/count.ts";

const shortDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const longDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const oneMonth = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const dollars = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 0,
});

/** The server counts by UTC days. */
export const sayShortDay = (date: string) => shortDay.format(new Date(date));
export const sayDay = (date: string) => longDay.format(new Date(date));
/** Of `2026-11`. */
export const sayMonth = (month: string) => oneMonth.format(new Date(month));
export const sayNumber = (number: number) => number.toLocaleString("en-GB");
export const sayDollars = (amount: number) => dollars.format(amount);

/** What a waiting time is counted in. */
export function unitOf(hours: number): { name: string; hours: number } {
  if (hours < 1) return { name: "minute", hours: 1 / 60 };
  // Up to two days are easier to grasp in hours.
  if (hours < 48) return { name: "hour", hours: 1 };
  return { name: "day", hours: 24 };
}

export function sayHours(hours: number): string {
  const unit = unitOf(hours);
  return count(Math.round(hours / unit.hours), unit.name);
}
