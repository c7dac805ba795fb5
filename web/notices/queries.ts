import { useMutation } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { changeReply, readOf } from "../lib/route-queries.ts";

// Soon enough for a decision that took an admin hours.
const LOOK_EVERY_MS = 60_000;

export const noticesQuery = {
  ...readOf(routes.listNotices),
  refetchInterval: LOOK_EVERY_MS,
  refetchOnWindowFocus: "always",
} as const;

export function useReadNotices() {
  return useMutation({
    mutationFn: (until: string) => callRoute(routes.readNotices, { body: { until } }),
    // The notices keep their mark until they are read anew: it says which ones are news.
    onSuccess: () => changeReply(routes.listNotices, {}, { unread: 0 }),
  });
}
