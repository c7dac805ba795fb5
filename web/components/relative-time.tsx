import { sayDate, sayHowLongAgo } from "../lib/format.ts";
import { useInBrowser } from "../lib/in-browser.ts";

/** How long ago, with the full date as a tooltip. */
export function RelativeTime({ timestamp }: { timestamp: string }) {
  const date = new Date(timestamp);
  // Only the browser knows the reader's time zone.
  const title = useInBrowser(() => true, false) ? sayDate(date, "weekday") : undefined;
  return (
    // A minute may have passed since the server wrote it.
    <time dateTime={timestamp} title={title} suppressHydrationWarning>
      {sayHowLongAgo(date, new Date())}
    </time>
  );
}
