import { useMutation } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { changeReply, readOf } from "../lib/route-queries.ts";

// Often enough, because a decision takes an admin hours.
const POLL_MS = 60_000;

export const noticesQuery = {
  ...readOf(routes.listNotices),
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: "always",
} as const;

export function useReadNotices() {
  return useMutation({
    mutationFn: (until: string) => callRoute(routes.readNotices, { body: { until } }),
    // Only the number: the notices stay marked as new until the next read.
    onSuccess: () => changeReply(routes.listNotices, {}, { unread: 0 }),
  });
}
