import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export const reportedQuery = infiniteQueryOptions({
  queryKey: [DASHBOARD, "reported"],
  queryFn: ({ pageParam, signal }) =>
    callPage(routes.listReported, { query: { after: pageParam ?? undefined }, signal }),
  ...byPages,
});

export function useDismissReports() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: BodyInput<typeof routes.dismissReports> & { key: string }) =>
      callRoute(routes.dismissReports, { body, headers: { "Idempotency-Key": key } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DASHBOARD] }),
  });
}

export function useHideComment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: BodyInput<typeof routes.hideComment> & { key: string }) =>
      callRoute(routes.hideComment, { body, headers: { "Idempotency-Key": key } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DASHBOARD] }),
  });
}
