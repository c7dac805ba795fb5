import { useMutation } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";

/** Comments, newest first, and where older ones go on; null if these are all. */
export type CommentPage = Reply<typeof routes.listComments>;

export function useAddComment(surveyId: string) {
  return useMutation({
    mutationFn: ({ comment, key }: { comment: string; key: string }) =>
      callRoute(routes.addComment, {
        params: { id: surveyId },
        body: { comment },
        headers: { "Idempotency-Key": key },
      }),
  });
}

/** Changes nothing on the server; a mutation because it runs when asked to, once. */
export function useOlderComments(surveyId: string) {
  return useMutation({
    mutationFn: (after: string) =>
      callRoute(routes.listComments, { params: { id: surveyId }, query: { after } }),
  });
}
