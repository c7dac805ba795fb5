import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "./connect.ts";
import { withRetry } from "./retry.ts";

/** The requested page of a list: after which cursor, and how many items. */
export interface PageRequest {
  after?: string | undefined;
  limit: number;
}

/** One page of a list, and the cursor after which the next one starts; null on the last page. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
  /** How many items the whole list has, if it was counted; `1000+` for more than a thousand. */
  total?: string;
}

interface Order<Row> {
  /** The column by which the list is sorted, in descending order by default. */
  by: keyof Row & string;
  /** The column that orders rows with equal values. */
  id: keyof Row & string;
  type?: "time" | "count";
  ascending?: boolean;
}

/**
 * One page of a query's rows. PostgreSQL merges the inner query into the outer one, so it can use
 * an index on `by` and `id`.
 */
export async function readPage<Row>(
  db: Database,
  query: Expression<Row>,
  { by, id, type = "time", ascending = false }: Order<Row>,
  { after, limit }: PageRequest,
): Promise<Page<Row>> {
  const [than, direction] = ascending ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<Row>`
    select * from (${query}) as list where ${isBeyond(after, than, by, id, type)}
    order by ${sql.ref(by)} ${direction}, ${sql.ref(id)} ${direction} limit ${limit + 1}
  `.execute(db);
  return cutPage(rows, limit, { by, id });
}

/** Cuts a page from rows that were selected with `size + 1` as the limit. */
export function cutPage<Row>(rows: Row[], size: number, { by, id }: Order<Row>): Page<Row> {
  const more = rows.splice(size).length > 0;
  const last = rows.at(-1);
  return { items: rows, next: more && last ? `${Number(last[by])}_${last[id]}` : null };
}

// A few hundred kB at a time, whatever the number of rows.
export const EXPORT_PAGE = 1_000;

/** Every page of a list, each with its own query: a slow reader holds no snapshot open. */
export async function* eachPage<Row>(
  read: (page: PageRequest) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const page = await withRetry(() => read({ after, limit: EXPORT_PAGE }));
    after = page.next ?? undefined;
    // Emptied, because the driver's old results refer to each other: V8 would keep all their rows
    // until its next full collection, 100 MB later.
    yield page.items.splice(0);
  } while (after);
}

type After = string | undefined;
/** What a list is sorted by: a column, or an expression that an index has. */
type Place = string | RawBuilder<unknown>;

/** The condition for rows after the cursor, in a list with the newest first. */
export function olderThan(after: After, time: Place, id: string): RawBuilder<boolean> {
  return isBeyond(after, sql`<`, time, id, "time");
}

/** The condition for rows after the cursor, in a list with the earliest first. */
export function laterThan(after: After, time: Place, id: string): RawBuilder<boolean> {
  return isBeyond(after, sql`>`, time, id, "time");
}

/** The condition for rows after the cursor, in a list with the highest count first. */
export function lowerThan(after: After, count: Place, id: string): RawBuilder<boolean> {
  return isBeyond(after, sql`<`, count, id, "count");
}

/** Parses a cursor of `cutPage`. The contract's `pageEnd` and `countPageEnd` have checked it. */
function isBeyond(
  after: After,
  than: RawBuilder<unknown>,
  place: Place,
  idColumn: string,
  type: "time" | "count",
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  const [value, id] = after.split("_");
  const end = type === "time" ? new Date(Number(value)) : Number(value);
  const compared = typeof place === "string" ? sql.ref(place) : place;
  return sql<boolean>`(${compared}, ${sql.ref(idColumn)}) ${than} (${end}, ${id}::uuid)`;
}
