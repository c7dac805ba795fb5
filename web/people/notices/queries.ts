import { useMutation, useQuery } from "@tanstack/react-query";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { callRoute } from "../../lib/api.ts";
import { changeReply, readOf } from "../../lib/route-queries.ts";
import { useSession } from "../identity/session.tsx";

/** For the bell, which is on every page. Other places that show the same answer don't ask again. */
export const asked = {
  // Often enough, because a decision takes an admin hours.
  refetchInterval: 60_000,
  refetchOnWindowFocus: "always",
} as const;

export const noticesQuery = readOf(routes.listNotices);

export function useReadNotices() {
  return useMutation({
    mutationFn: (until: string) => callRoute(routes.readNotices, { body: { until } }),
    // Only the number: the notices stay marked as new until the next read.
    onSuccess: () => changeReply(routes.listNotices, {}, { unread: 0 }),
  });
}

export const waitingQuery = readOf(routes.readWaiting);

/** The queues that admins work through: what waits, and where. */
export const queues = [
  { of: "surveys", path: pages.surveyStatus },
  { of: "reports", path: pages.reported },
  { of: "messages", path: pages.messages },
  { of: "surveyorRequests", path: pages.surveyorRequests },
] as const;

/** How much waits on the page at this path. Zero for people who are not admins. */
export function useWaiting(): (path: string) => number {
  const { can } = useSession();
  const { data } = useQuery({ ...waitingQuery, enabled: can("overview:read") });
  return (path) => {
    const queue = queues.find((one) => one.path === path);
    return (queue && data?.[queue.of]) ?? 0;
  };
}
