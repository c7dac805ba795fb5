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
export function useIsInBrowser(): boolean {
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

const ahead = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });

/** Rounded down, so that nobody comes too late; minutes and seconds at the end. */
export function sayTimeLeft(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds <= 0) return "now";
  if (seconds < 300)
    return `in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  // Nine days are more than a week.
  const unit = units.find(([name, length]) => name !== "week" && seconds >= length);
  return unit ? ahead.format(Math.floor(seconds / unit[1]), unit[0]) : "now";
}

export function sayHowLongAgo(date: Date, now: Date): string {
  // The server's clock may be a little ahead of this one.
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
}
