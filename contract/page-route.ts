import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { countPageEnd, pageEnd } from "./fields.ts";
import type { Route } from "./route.ts";

interface PageDefinition<Path, Allowed, Filter extends z.ZodRawShape, Item> {
  path: Path;
  access: Allowed;
  summary: string;
  /** The filters of the list. */
  query?: Filter;
  item: Item;
  /** What the list is sorted by; its cursors contain this value. */
  by?: "time" | "count" | ((filter: z.output<z.ZodObject<Filter>>) => "time" | "count");
  /** Items per page: the default, and the most that a caller may ask for. */
  size?: { usual: number; most: number };
  problems?: Route["problems"];
}

/** A list that is read page by page. Each one takes `after` and `limit` and sends `Link`. */
export function pageRoute<
  const Path extends Route["path"],
  const Allowed extends Route["access"],
  Item extends z.ZodType,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters adds no fields.
  Filter extends z.ZodRawShape = {},
>(definition: PageDefinition<Path, Allowed, Filter, Item>) {
  // The default fits a table on one screen; the maximum is still a moderate answer.
  const { item, query, by = "time", size = { usual: 25, most: 100 }, ...rest } = definition;
  const page = {
    after: pageEnd.optional(),
    limit: z.coerce.number().int().min(1).max(size.most).default(size.usual),
  };
  const isInRange = (given: unknown) => {
    const read = given as z.output<z.ZodObject<Filter>> & { after?: string };
    const sortedBy = typeof by === "string" ? by : by(read);
    return sortedBy === "time" || countPageEnd.optional().safeParse(read.after).success;
  };
  return {
    ...rest,
    method: "GET",
    page: true,
    query: z
      .object({ ...query, ...page } as Filter & typeof page)
      .refine(isInRange, { path: ["after"], error: "list.end" satisfies FieldCode }),
    reply: z.array(item),
  } as const;
}
