/** Whether the person proved who they are within the last `minutes`. */
export function isFresh(signedInAt: Date, minutes: number): boolean {
  return Date.now() - signedInAt.getTime() < minutes * 60_000;
}
