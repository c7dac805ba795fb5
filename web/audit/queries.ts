import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { AuditAction } from "../../contract/audit.ts";
import { routes } from "../../contract/routes.ts";
import { callPage } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export function auditQuery(action: AuditAction | null) {
  return infiniteQueryOptions({
    queryKey: [DASHBOARD, "audit", action],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listAudit, {
        query: { action: action ?? undefined, after: pageParam ?? undefined },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
    // Other admins write into it all the time.
    staleTime: 0,
  });
}
