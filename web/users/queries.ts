import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Role } from "../../contract/permissions.ts";
import type { BodyInput, Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import { useDashboardMutation } from "../lib/dashboard-mutation.ts";
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

interface Deed {
  id: string;
  key: string;
}

export function useChangeRole() {
  return useDashboardMutation(({ id, key, role }: Deed & BodyInput<typeof routes.changeRole>) =>
    callRoute(routes.changeRole, {
      params: { id },
      body: { role },
      headers: { "Idempotency-Key": key },
    }),
  );
}

export function useDeleteUser() {
  return useDashboardMutation(({ id, key }: Deed) =>
    callRoute(routes.deleteUser, { params: { id }, headers: { "Idempotency-Key": key } }),
  );
}
