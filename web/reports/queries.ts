import type { BodyInput } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { useDashboardMutation } from "../lib/dashboard-mutation.ts";

export function useDismissReports() {
  return useDashboardMutation(
    ({ key, ...body }: BodyInput<typeof routes.dismissReports> & { key: string }) =>
      callRoute(routes.dismissReports, { body, headers: { "Idempotency-Key": key } }),
  );
}

export function useHideComment() {
  return useDashboardMutation(
    ({ key, ...body }: BodyInput<typeof routes.hideComment> & { key: string }) =>
      callRoute(routes.hideComment, { body, headers: { "Idempotency-Key": key } }),
  );
}
