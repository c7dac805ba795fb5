import { queryOptions } from "@tanstack/react-query";
import type { FileFormat } from "../../contract/fields.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { downloadRoute } from "../lib/download.ts";

export type Feedback = Reply<typeof routes.listFeedback>[number];

/** Groups come with records inside, so fewer of them make a screenful. */
export const GROUPS_PER_PAGE = 10;

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
