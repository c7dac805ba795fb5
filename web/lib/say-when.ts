/** A moment that comes soon: `14:30`, or on another day `18 November at 14:30`. */
export function sayWhen(moment: Date, timeZone?: string): string {
  const say = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);
  const day = { day: "numeric", month: "long" } as const;
  const time = say({ hour: "2-digit", minute: "2-digit" }, moment);
  const isToday = say(day, moment) === say(day, new Date());
  return isToday ? time : `${say(day, moment)} at ${time}`;
}
