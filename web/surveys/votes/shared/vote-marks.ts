import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { routes } from "../../../../contract/routes.ts";
import { callRoute } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

const { path } = routes.readVoteMarks;

/**
 * The surveys in these pages of a list on which the person has voted. Read apart from the list,
 * which is the same for everybody. Empty for visitors, and until the server has answered.
 */
export function useVoteMarks(pages: { _id: string }[][], signedIn: boolean): string[] {
  const ids = pages.flatMap((page) => (page.length > 0 ? page.map(({ _id }) => _id).join() : []));
  const { data } = useQuery({
    queryKey: [path, ids],
    queryFn: ({ signal }) => readMarks(ids, signal),
    enabled: signedIn && ids.length > 0,
    // The marks of the pages that are there stay while those of the next one are read.
    placeholderData: keepPreviousData,
  });
  return (signedIn && data) || [];
}

/** One call for each page, because a call may name as many surveys as a page may have. */
async function readMarks(idsOfPages: string[], signal: AbortSignal): Promise<string[]> {
  const answers = await Promise.all(
    idsOfPages.map((ids) => callRoute(routes.readVoteMarks, { query: { ids }, signal })),
  );
  return answers.flatMap(({ voted }) => voted);
}

/** Marks a survey in every list that is remembered, without waiting for the server. */
export function markVoted(surveyId: string): void {
  queryClient.setQueriesData<string[]>(
    { queryKey: [path] },
    (voted) => voted && [...voted, surveyId],
  );
}
