import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FileFormat } from "../../contract/fields.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import { downloadRoute } from "../lib/download.ts";
import { byPages } from "../lib/paging.ts";

export type Feedback = Reply<typeof routes.listFeedback>[number];

/** Groups come with records inside, so fewer of them make a screenful. */
const GROUPS_PER_PAGE = 10;

export function responsesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ["responses", "all", search],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listResponses, {
        query: {
          search: search || undefined,
          after: pageParam ?? undefined,
          limit: GROUPS_PER_PAGE,
        },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
  });
}

export function ownResponsesQuery(email: string) {
  return infiniteQueryOptions({
    queryKey: ["responses", "own", email],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listOwnResponses, {
        params: { email },
        query: { after: pageParam ?? undefined, limit: GROUPS_PER_PAGE },
        signal,
      }),
    ...byPages,
  });
}

export function recordsQuery(surveyId: string) {
  return infiniteQueryOptions({
    queryKey: ["responses", "records", surveyId],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listRecords, {
        params: { id: surveyId },
        query: { after: pageParam ?? undefined },
        signal,
      }),
    ...byPages,
  });
}

export interface FeedbackFilter {
  survey: string | null;
  kind: Feedback["kind"] | null;
}

export function feedbackQuery(email: string, { survey, kind }: FeedbackFilter) {
  return infiniteQueryOptions({
    queryKey: ["feedback", email, survey, kind],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listFeedback, {
        params: { email },
        query: {
          survey: survey ?? undefined,
          kind: kind ?? undefined,
          after: pageParam ?? undefined,
        },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
  });
}

/** The surveys to choose from: as many as one answer holds, which is more than a list can show. */
export const surveyChoicesQuery = queryOptions({
  queryKey: ["feedback", "surveys"],
  queryFn: ({ signal }) => callRoute(routes.listOwnSurveys, { query: { limit: 100 }, signal }),
});

export function downloadRecords(surveyId: string, format: FileFormat): Promise<void> {
  return downloadRoute(routes.exportRecords, { params: { id: surveyId }, query: { format } });
}

export function downloadResponses(format: FileFormat): Promise<void> {
  return downloadRoute(routes.exportResponses, { query: { format } });
}
