const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

interface FullTimeProps {
  timestamp: string;
  /** To the second, for logs. */
  toTheSecond?: boolean;
}

/** A moment in the reader's time zone. Not for pages that the server renders: it knows no zone. */
export function FullTime({ timestamp, toTheSecond }: FullTimeProps) {
  const format = toTheSecond ? exact : full;
  return <time dateTime={timestamp}>{format.format(new Date(timestamp))}</time>;
}
