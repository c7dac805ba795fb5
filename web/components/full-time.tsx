import { sayDate } from "../lib/format.ts";

interface FullTimeProps {
  timestamp: string;
  /** To the second, for logs. */
  toTheSecond?: boolean;
}

/** A moment in the reader's time zone. Not for pages that the server renders: it knows no zone. */
export function FullTime({ timestamp, toTheSecond }: FullTimeProps) {
  return <time dateTime={timestamp}>{sayDate(timestamp, toTheSecond ? "second" : "long")}</time>;
}
