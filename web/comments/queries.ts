import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";

export function useAddComment(surveyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, key }: { comment: string; key: string }) =>
      callRoute(routes.addComment, {
        params: { id: surveyId },
        body: { comment },
        headers: { "Idempotency-Key": key },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [routes.listComments.path] }),
  });
}

export function useReportComment() {
  return useMutation({
    mutationFn: ({ key, ...body }: BodyInput<typeof routes.reportComment> & { key: string }) =>
      callRoute(routes.reportComment, { body, headers: { "Idempotency-Key": key } }),
  });
}
