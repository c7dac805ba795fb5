/** A day that people can have typed into the address, or null if it is none. */
export function readDay(given: string | null): string | null {
  const isDay = given !== null && /^\d{4}-\d\d-\d\d$/.test(given) && startOf(given) !== null;
  return isDay ? given : null;
}

/** When the day begins and ends where the reader is. */
export function spanOf(day: string | null): { from?: string; until?: string } {
  const start = day === null ? null : startOf(day);
  if (!start) return {};
  // Not 24 hours later: clocks are changed twice a year.
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return { from: start.toISOString(), until: end.toISOString() };
}

function startOf(day: string): Date | null {
  const start = new Date(`${day}T00:00`);
  return Number.isNaN(start.getTime()) ? null : start;
}
