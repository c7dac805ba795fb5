import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { countPageEnd, pageEnd } from "./fields.ts";
import type { Route } from "./route.ts";

interface PageDefinition<Path, Allowed, Filter extends z.ZodRawShape, Item> {
  path: Path;
  access: Allowed;
  tokens?: true;
  summary: string;
  /** The filters of the list. */
  query?: Filter;
  item: Item;
  /** What the list is sorted by; its cursors contain this value. */
  by?: "time" | "count" | ((filter: z.output<z.ZodObject<Filter>>) => "time" | "count");
  /** How many items our own pages ask for at once. Without it, as many as fit a table on one screen. */
  page?: number;
  problems?: Route["problems"];
  price?: Route["price"];
}

/**
 * The most items of one answer, and what a call without `limit` gets: the specified calls have no
 * paging, so their client reads the body and nothing else (decision 003).
 */
export const LIST_MAX = 1_000;

/** A list. Each one takes `after` and `limit`, and sends `Link` if there are more items. */
export function pageRoute<
  const Path extends Route["path"],
  const Allowed extends Route["access"],
  Item extends z.ZodType,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters adds no fields.
  Filter extends z.ZodRawShape = {},
>(definition: PageDefinition<Path, Allowed, Filter, Item>) {
  const { item, query, by = "time", page = 25, ...rest } = definition;
  const part = {
    after: pageEnd.optional(),
    limit: z.coerce.number().int().min(1).max(LIST_MAX).default(LIST_MAX),
  };
  const isInRange = (given: unknown) => {
    const read = given as z.output<z.ZodObject<Filter>> & { after?: string };
    const sortedBy = typeof by === "string" ? by : by(read);
    return sortedBy === "time" || countPageEnd.optional().safeParse(read.after).success;
  };
  return {
    ...rest,
    method: "GET",
    page,
    query: z
      .object({ ...query, ...part } as Filter & typeof part)
      .refine(isInRange, { path: ["after"], error: "list.end" satisfies FieldCode }),
    reply: z.array(item),
  } as const;
}
