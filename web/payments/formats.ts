/** The fee is in US dollars everywhere, so both formats are fixed. */
export const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
export const fullDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
export const shortDate = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});
