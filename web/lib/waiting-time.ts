const units = [
  { seconds: 1, fits: 60, one: "a second", many: "seconds" },
  { seconds: 60, fits: 60, one: "a minute", many: "minutes" },
  { seconds: 3_600, fits: 24, one: "an hour", many: "hours" },
  { seconds: 86_400, fits: Number.POSITIVE_INFINITY, one: "a day", many: "days" },
];

/** A number of seconds in words, rounded up so that people don't come back too early. */
export function waitingTime(seconds: number): string {
  const unit = units.find((one) => Math.ceil(seconds / one.seconds) < one.fits);
  const count = unit && Math.ceil(seconds / unit.seconds);
  if (!count) return "a moment";
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}
