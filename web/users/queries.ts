import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Role } from "../../contract/permissions.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export type User = Reply<typeof routes.listUsers>[number];

export interface UserFilter {
  search: string;
  role: Role | null;
}

export function userListQuery({ search, role }: UserFilter) {
  return infiniteQueryOptions({
    queryKey: [DASHBOARD, "users", search, role],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listUsers, {
        query: {
          search: search || undefined,
          role: role ?? undefined,
          after: pageParam ?? undefined,
        },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
  });
}
