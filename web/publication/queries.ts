import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { SurveyStatus } from "../../contract/publication.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export interface ReviewFilter {
  search: string;
  status: SurveyStatus | null;
}

export function reviewListQuery({ search, status }: ReviewFilter) {
  return infiniteQueryOptions({
    queryKey: [DASHBOARD, "review", search, status],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listAllSurveys, {
        query: {
          search: search || undefined,
          status: status ?? undefined,
          after: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });
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
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision, key }: Decision) =>
      callRoute(routes.publishSurvey, {
        params: { id },
        query: { revision },
        body: { status: "published" },
        headers: { "Idempotency-Key": key },
      }),
    // Also after a refusal: then there is another text to read.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [DASHBOARD] }),
  });
}

export function useUnpublish() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision, key, message }: Decision & { message: string }) =>
      callRoute(routes.unpublishSurvey, {
        params: { id },
        query: { revision },
        body: { enteredMessage: message, status: "unpublish" },
        headers: { "Idempotency-Key": key },
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [DASHBOARD] }),
  });
}
