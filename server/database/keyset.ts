import { withRetry } from "./retry.ts";

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

// A few hundred kilobytes at a time, whatever the number of rows.
export const EXPORT_PAGE = 1_000;

/** Every page of a list, one query each: no snapshot is held open while a slow reader reads. */
export async function* eachPage<Row>(
  readPage: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const page = await withRetry(() => readPage(after));
    yield page.rows;
    after = page.next ?? undefined;
  } while (after);
}

/** Reads what `cutPage` wrote. The contract's `pageEnd` has checked its form. */
export function readPageEnd(after: string): { value: number; id: string } {
  const [value, id = ""] = after.split("_");
  return { value: Number(value), id };
}
