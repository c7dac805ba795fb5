import { useSyncExternalStore } from "react";

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

const never = () => () => {};

/** False while a prerendered page is taken over: until then it must look as the server wrote it. */
function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** How long ago, with the full date as a tooltip. */
export function RelativeTime({ timestamp }: { timestamp: string }) {
  const date = new Date(timestamp);
  // Only the browser knows the reader's time zone.
  const title = useIsInBrowser() ? full.format(date) : undefined;
  return (
    // A minute may have passed since the server wrote it.
    <time dateTime={timestamp} title={title} suppressHydrationWarning>
      {sayHowLongAgo(date, new Date())}
    </time>
  );
}

export function sayHowLongAgo(date: Date, now: Date): string {
  // The server's clock may be a little ahead of this one.
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
}
