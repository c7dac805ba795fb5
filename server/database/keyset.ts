import { withRetry } from "./retry.ts";

/** A page of rows, and where the next one starts: the value they are sorted by, and the id. */
interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** Cuts a page from rows that were asked for with one more than fits. */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  size: number,
  sortValue: (row: Row) => number,
): Page<Row> {
  const more = rows.splice(size).length > 0;
  const last = rows.at(-1);
  return { rows, next: more && last ? `${sortValue(last)}_${last.id}` : null };
}

// A few hundred kilobytes at a time, whatever the number of rows.
export const EXPORT_PAGE = 1_000;

/**
 * Every page of a list, one query each: no snapshot is held open while a slow reader reads. A page
 * is the caller's until they ask for the next one.
 */
export async function* eachPage<Row>(
  readPage: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const page = await withRetry(() => readPage(after));
    yield page.rows;
    after = page.next ?? undefined;
    // The driver's old results hang together, and V8 would keep them all until its rare full
    // collection: a hundred megabytes of rows that nobody reads. Empty, they weigh nothing.
    page.rows.length = 0;
  } while (after);
}

/** Reads what `cutPage` wrote. The contract's `pageEnd` has checked its form. */
export function readPageEnd(after: string): { value: number; id: string } {
  const [value, id = ""] = after.split("_");
  return { value: Number(value), id };
}
