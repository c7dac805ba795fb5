/** The fee is in US dollars wherever the reader lives, and so are both forms. */
export const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
export const fullDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
export const shortDate = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});
