import { keepPreviousData } from "@tanstack/react-query";
import type { OverviewSpan } from "../../../contract/overview.ts";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { readOf } from "../../lib/route-queries.ts";

export type Overview = Reply<typeof routes.readOverview>;

/** In days, as the address bar holds it. */
export type Span = `${OverviewSpan}`;

export function overviewQuery(days: Span) {
  return {
    ...readOf(routes.readOverview, { query: { days } }),
    placeholderData: keepPreviousData,
  };
}
