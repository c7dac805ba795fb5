import { infiniteQueryOptions } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { callPage } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export const reportedQuery = infiniteQueryOptions({
  queryKey: [DASHBOARD, "reported"],
  queryFn: ({ pageParam, signal }) =>
    callPage(routes.listReported, { query: { after: pageParam ?? undefined }, signal }),
  ...byPages,
});
