import type { BodyInput, Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { useDashboardMutation } from "../lib/dashboard-mutation.ts";

export type User = Reply<typeof routes.listUsers>[number];

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
