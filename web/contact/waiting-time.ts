/** A number of seconds as people say it, rounded up: never promise too early. */
export function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return "a minute";
  return minutes < 60 ? `${minutes} minutes` : "an hour";
}
