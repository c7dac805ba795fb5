import { infiniteQueryOptions } from "@tanstack/react-query";
import type { BodyInput } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import { useDashboardMutation } from "../lib/dashboard-mutation.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export const reportedQuery = infiniteQueryOptions({
  queryKey: [DASHBOARD, "reported"],
  queryFn: ({ pageParam, signal }) =>
    callPage(routes.listReported, { query: { after: pageParam ?? undefined }, signal }),
  ...byPages,
});

export function useDismissReports() {
  return useDashboardMutation(
    ({ key, ...body }: BodyInput<typeof routes.dismissReports> & { key: string }) =>
      callRoute(routes.dismissReports, { body, headers: { "Idempotency-Key": key } }),
  );
}

export function useHideComment() {
  return useDashboardMutation(
    ({ key, ...body }: BodyInput<typeof routes.hideComment> & { key: string }) =>
      callRoute(routes.hideComment, { body, headers: { "Idempotency-Key": key } }),
  );
}
