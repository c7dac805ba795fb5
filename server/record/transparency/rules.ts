// A year, so that the same season can be compared.
const MONTHS = 12;

/** The last twelve months in UTC, such as `2026-11`; this one is the last. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const back = MONTHS - 1 - index;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
      .toISOString()
      .slice(0, "2026-11".length);
  });
}

/** The second and third line of a checkpoint. Empty while a survey has no record. */
export function headOf(checkpoint: string | null): { recordSize: number; recordRoot: string } {
  const [, size = "0", root = ""] = (checkpoint ?? "").split("\n");
  return { recordSize: Number(size), recordRoot: root };
}
