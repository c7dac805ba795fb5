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

/** A waiting time in hours or in days. */
export function sayHours(hours: number): string {
  if (hours < 1) return count(Math.round(hours * 60), "minute");
  // Up to two days are easier to grasp in hours.
  if (hours < 48) return count(Math.round(hours), "hour");
  return count(Math.round(hours / 24), "day");
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
