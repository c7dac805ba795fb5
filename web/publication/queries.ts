import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SurveyStatus } from "../../contract/publication.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export type Rejection = Reply<typeof routes.listRejections>[number];

const OWN_SURVEYS = ["own-surveys"] as const;

export function ownSurveysQuery(status: SurveyStatus | null) {
  return infiniteQueryOptions({
    queryKey: [...OWN_SURVEYS, "list", status],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listOwnSurveys, {
        query: { status: status ?? undefined, after: pageParam ?? undefined },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
  });
}

export function ownSurveyQuery(id: string) {
  return queryOptions({
    queryKey: [...OWN_SURVEYS, "one", id],
    queryFn: ({ signal }) => callRoute(routes.readOwnSurvey, { params: { id }, signal }),
    // Never from memory: an edit begins with what the server has.
    gcTime: 0,
  });
}

export function rejectionsQuery(email: string) {
  return infiniteQueryOptions({
    queryKey: [...OWN_SURVEYS, "rejections", email],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listRejections, {
        params: { email },
        query: { after: pageParam ?? undefined },
        signal,
      }),
    ...byPages,
  });
}

export interface ReviewFilter {
  search: string;
  status: SurveyStatus | null;
}

/** For admins, as all that follows. */
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
    ...byPages,
    placeholderData: keepPreviousData,
  });
}

export function decisionsQuery(id: string) {
  return queryOptions({
    queryKey: [DASHBOARD, "decisions", id],
    queryFn: ({ signal }) => callRoute(routes.listDecisions, { params: { id }, signal }),
  });
}
