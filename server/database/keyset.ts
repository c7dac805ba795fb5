import { type RawBuilder, sql } from "kysely";
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

/** Every page of a list, one query each: no snapshot is held open while a slow reader reads. */
export async function* eachPage<Row>(
  readPage: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const page = await withRetry(() => readPage(after));
    after = page.next ?? undefined;
    // Out of their page: the driver's old results hang together, and V8 would keep all their rows
    // until its next full collection, a hundred megabytes later.
    yield page.rows.splice(0);
  } while (after);
}

type After = string | undefined;

/** What comes after the last page of a list that has the newest first. */
export function olderThan(after: After, time: string, id: string): RawBuilder<boolean> {
  return isBeyond(after, sql`<`, time, id, (value) => new Date(value));
}

/** What comes after the last page of a list that has the oldest first. */
export function newerThan(after: After, time: string, id: string): RawBuilder<boolean> {
  return isBeyond(after, sql`>`, time, id, (value) => new Date(value));
}

/** What comes after the last page of a list that has the highest count first. */
export function lowerThan(after: After, count: string, id: string): RawBuilder<boolean> {
  return isBeyond(after, sql`<`, count, id, (value) => value);
}

/** Reads what `cutPage` wrote. The contract's `pageEnd` and `countPageEnd` have checked it. */
function isBeyond(
  after: After,
  than: RawBuilder<unknown>,
  column: string,
  idColumn: string,
  toColumn: (value: number) => Date | number,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  const [value, id] = after.split("_");
  const end = sql`(${toColumn(Number(value))}, ${id}::uuid)`;
  return sql<boolean>`(${sql.ref(column)}, ${sql.ref(idColumn)}) ${than} ${end}`;
}
