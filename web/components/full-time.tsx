const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });

/** A moment in the reader's time zone. Not for pages that the server renders: it knows no zone. */
export function FullTime({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{full.format(new Date(timestamp))}</time>;
}
