/** A page of rows, and where the next one starts: the value they are sorted by, and the id. */
interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** Cuts a page from rows that were asked for with one more than fits. */
export function cutPage<Row extends { id: string }>(
  found: Row[],
  size: number,
  sortValue: (row: Row) => number,
): Page<Row> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last ? `${sortValue(last)}_${last.id}` : null };
}

/** Reads what `cutPage` wrote. The contract's `pageEnd` has checked its form. */
export function readPageEnd(after: string): { value: number; id: string } {
  const [value, id = ""] = after.split("_");
  return { value: Number(value), id };
}
