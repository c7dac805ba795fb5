import { routes } from "../../../contract/routes.ts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { queryClient } from "../../lib/query-client.ts";
import { pagesOf, readOf } from "../../lib/route-queries.ts";
import type { SurveyFilter } from "./filter.ts";

/** The list with this filter, page by page. */
export function surveyPages({ search, sort, category, languages, notVoted }: SurveyFilter) {
  return pagesOf(routes.listSurveys, {
    query: {
      search,
      sort,
      category: category ?? undefined,
      language: languages?.join(),
      notVoted: notVoted ? "true" : undefined,
    },
  });
}

/** What everybody may see of a survey. */
export function resultsQuery(id: string) {
  return readOf(routes.readResults, { params: { id } });
}

export function publicSurveyKey(id: string) {
  return ["public survey", id] as const;
}

/** What everybody may see of a survey. Known only if the page's HTML came with it. */
export function publicSurvey(id: string): SurveyCard | undefined {
  return queryClient.getQueryData(publicSurveyKey(id));
}

type Lists = SurveyCard[] | { pages: { items: SurveyCard[] }[] };

/** The same if the page's HTML, its public page or a list came with it, for who may not read more. */
export function knownSurvey(id = ""): SurveyCard | undefined {
  const shared = queryClient.getQueryData<SurveyCard>(resultsQuery(id).queryKey);
  const lists = queryClient.getQueriesData<Lists>({ queryKey: [routes.listSurveys.path] });
  const listed = lists.flatMap(([, list]) => {
    if (!list) return [];
    return Array.isArray(list) ? list : list.pages.flatMap(({ items }) => items);
  });
  return publicSurvey(id) ?? shared ?? listed.find(({ _id }) => _id === id);
}
