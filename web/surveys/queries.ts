import { useQueryClient } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { readOf, routeKey } from "../lib/route-queries.ts";

export type Survey = Reply<typeof routes.readSurvey>;

const LISTS = routeKey(routes.listSurveys).slice(0, 1);
const SINGLE = routeKey(routes.readSurvey).slice(0, 1);

export function surveyQuery(id: string) {
  return readOf(routes.readSurvey, { params: { id } });
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

/** For a survey that has come into the public lists, or left them. */
export function useRefreshSurveys() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: LISTS });
    void queryClient.invalidateQueries({ queryKey: SINGLE });
  };
}
