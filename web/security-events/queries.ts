import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import type { SecurityEventKind } from "../../contract/security-events.ts";
import { callPage } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { ACCOUNT, DASHBOARD } from "../lib/query-client.ts";

export type OwnEvent = Reply<typeof routes.listOwnSecurityEvents>[number];
export type SecurityEvent = Reply<typeof routes.listSecurityEvents>[number];

// A glance is enough; the rest comes page by page.
const OWN_PAGE = 10;

export const ownEventsQuery = infiniteQueryOptions({
  queryKey: [ACCOUNT, "events"],
  queryFn: ({ pageParam, signal }) =>
    callPage(routes.listOwnSecurityEvents, {
      query: { after: pageParam ?? undefined, limit: OWN_PAGE },
      signal,
    }),
  ...byPages,
  staleTime: 0,
});

export function allEventsQuery(kind: SecurityEventKind | null) {
  return infiniteQueryOptions({
    queryKey: [DASHBOARD, "security events", kind],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listSecurityEvents, {
        query: { kind: kind ?? undefined, after: pageParam ?? undefined },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
    // It grows all the time.
    staleTime: 0,
  });
}
