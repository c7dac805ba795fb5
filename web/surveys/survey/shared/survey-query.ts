import { routes } from "../../../../contract/routes.ts";
import { readOf } from "../../../lib/route-queries.ts";

/** One survey, without its comments: these have a list of their own. */
export function surveyQuery(id: string) {
  return readOf(routes.readSurvey, { params: { id }, query: { comments: 0 } });
}
