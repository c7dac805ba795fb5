import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SurveyText } from "../../contract/publication.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { useDashboardMutation } from "../lib/dashboard-mutation.ts";
import { DASHBOARD } from "../lib/query-client.ts";
import { routeKey } from "../lib/route-queries.ts";

export type Rejection = Reply<typeof routes.listRejections>[number];

export function ownSurveyQuery(id: string) {
  return queryOptions({
    queryKey: routeKey(routes.readOwnSurvey, { params: { id } }),
    queryFn: ({ signal }) => callRoute(routes.readOwnSurvey, { params: { id }, signal }),
    // Never from memory: an edit begins with what the server has.
    gcTime: 0,
  });
}

/** Whatever changes a survey changes the lists that it stands in. */
function useSurveyMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // After a failure as well: a refused step means that the list shows an old state.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

export function useCreateSurvey() {
  return useSurveyMutation(({ key, ...body }: SurveyText & { key: string }) =>
    callRoute(routes.createSurvey, { body, headers: { "Idempotency-Key": key } }),
  );
}

interface Edit {
  id: string;
  /** The one that the surveyor has seen. */
  revision: number;
  text: SurveyText;
}

export function useEditSurvey() {
  return useSurveyMutation(({ id, revision, text }: Edit) =>
    callRoute(routes.editSurvey, { params: { id }, query: { revision }, body: text }),
  );
}

const steps = { resend: routes.resendSurvey, withdraw: routes.withdrawSurvey };
export type Step = keyof typeof steps;

export function useSurveyStep() {
  return useSurveyMutation(({ step, id, key }: { step: Step; id: string; key: string }) =>
    callRoute(steps[step], { params: { id }, headers: { "Idempotency-Key": key } }),
  );
}

export function decisionsQuery(id: string) {
  return queryOptions({
    queryKey: [DASHBOARD, "decisions", id],
    queryFn: ({ signal }) => callRoute(routes.listDecisions, { params: { id }, signal }),
  });
}

interface Decision {
  id: string;
  /** Which text was read; without it, whatever the text is now. */
  revision?: number;
  key: string;
}

export function usePublish() {
  return useDashboardMutation(({ id, revision, key }: Decision) =>
    callRoute(routes.publishSurvey, {
      params: { id },
      query: { revision },
      body: { status: "published" },
      headers: { "Idempotency-Key": key },
    }),
  );
}

export function useUnpublish() {
  return useDashboardMutation(({ id, revision, key, message }: Decision & { message: string }) =>
    callRoute(routes.unpublishSurvey, {
      params: { id },
      query: { revision },
      body: { enteredMessage: message, status: "unpublish" },
      headers: { "Idempotency-Key": key },
    }),
  );
}
