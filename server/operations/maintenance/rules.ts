const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };
// A site that nobody can use for longer is better stopped, or this is a slip of the finger.
const LONGEST_MS = 7 * unitMs.d;

/** `30m`, `2h` or `1d` in milliseconds; null for anything else, and for too long a time. */
export function readDuration(text: string): number | null {
  const [, count = "0", unit = "m"] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms > 0 && ms <= LONGEST_MS ? ms : null;
}

/** When so much time has passed. A whole minute, because people read it without seconds. */
export function endOf(ms: number, now = Date.now()): Date {
  return new Date(Math.ceil((now + ms) / unitMs.m) * unitMs.m);
}
