import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OverviewSpan } from "../../contract/overview.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export type Overview = Reply<typeof routes.readOverview>;

/** In days, as the address bar holds it. */
export type Span = `${OverviewSpan}`;

export function overviewQuery(days: Span) {
  return queryOptions({
    queryKey: [DASHBOARD, "overview", days],
    queryFn: ({ signal }) => callRoute(routes.readOverview, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}
