import { useSyncExternalStore } from "react";
import { sayDate, sayHowLongAgo } from "../lib/format.ts";

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
  const title = useIsInBrowser() ? sayDate(date, "weekday") : undefined;
  return (
    // A minute may have passed since the server wrote it.
    <time dateTime={timestamp} title={title} suppressHydrationWarning>
      {sayHowLongAgo(date, new Date())}
    </time>
  );
}
