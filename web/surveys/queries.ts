import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callPage, callRoute } from "../lib/api.ts";
import type { SurveyFilter } from "./filter.ts";

export type Survey = Reply<typeof routes.readSurvey>;

const LISTS = ["surveys"] as const;
const SINGLE = "survey";

export function surveyListQuery(filter: SurveyFilter) {
  return infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.listSurveys, {
        query: {
          search: filter.search || undefined,
          category: filter.category ?? undefined,
          sort: filter.sort,
          notVoted: filter.notVoted ? "true" : undefined,
          after: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });
}

export function surveyQuery(id: string) {
  return queryOptions({
    queryKey: [SINGLE, id],
    queryFn: async ({ signal, client, queryKey }) => {
      const survey = await callRoute(routes.readSurvey, { params: { id }, signal });
      return withOlderComments(survey, client.getQueryData<Survey>(queryKey));
    },
  });
}

/** What the other slices on a survey's page need to tell it. */
export function useSurveyChanges(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = surveyQuery(id);
  return {
    change(part: Partial<Survey>) {
      queryClient.setQueryData<Survey>(queryKey, (known) => known && { ...known, ...part });
    },
    async refresh() {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        // Its votes count there as well, and it may have left the list of those without a vote.
        queryClient.invalidateQueries({ queryKey: LISTS }),
      ]);
    },
  };
}

/** A fresh answer has the newest comments only; older ones that were asked for stay with it. */
export function withOlderComments(fresh: Survey, known: Survey | undefined): Survey {
  const last = fresh.comments.at(-1)?.id;
  const place = known?.comments.findIndex(({ id }) => id === last) ?? -1;
  // No overlap: so much is new that what we have no longer follows on from it.
  if (!known || place === -1) return fresh;
  return {
    ...fresh,
    comments: [...fresh.comments, ...known.comments.slice(place + 1)],
    olderComments: known.olderComments,
  };
}
