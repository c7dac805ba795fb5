import type { ListedSurvey, SiteReader } from "./site-reader.ts";

// Enough to look them up.
const MISSING_NAMED = 5;

/**
 * The listed surveys, and the ids to remember. A site that hides surveys from whoever checks it lists
 * none, or not all that it listed before.
 */
export async function readList(
  site: SiteReader,
  before: string[] | undefined,
  cantTell: (text: string) => void,
) {
  const { surveys, problem } = await site.listSurveys();
  const listed = new Map(surveys.map((survey): [string, ListedSurvey] => [survey._id, survey]));
  if (problem ?? surveys.length === 0) {
    cantTell(problem ?? "The site lists no surveys");
    return { listed, list: before };
  }
  const missing = before?.filter((id) => !listed.has(id)) ?? [];
  if (missing.length > 0) {
    const named = missing.slice(0, MISSING_NAMED).join(", ");
    cantTell(`${missing.length} surveys that were listed before are not any more: ${named}`);
  }
  return { listed, list: [...listed.keys()] };
}
