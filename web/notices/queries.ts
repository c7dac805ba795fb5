import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";

// Soon enough for a decision that took an admin hours.
const LOOK_EVERY_MS = 60_000;

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) => callRoute(routes.listNotices, { signal }),
  refetchInterval: LOOK_EVERY_MS,
  refetchOnWindowFocus: "always",
});

export function useReadNotices() {
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery;
  return useMutation({
    mutationFn: (until: string) => callRoute(routes.readNotices, { body: { until } }),
    // The notices keep their mark until they are read anew: it says which ones are news.
    onSuccess: () =>
      queryClient.setQueryData(queryKey, (known) => known && { ...known, unread: 0 }),
  });
}
