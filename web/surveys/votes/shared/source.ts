import { type VoteSource, voteSources } from "../../../../contract/vote-sources.ts";
import { CAME_FROM } from "../../../lib/own-marks.ts";

/** Notes how somebody comes to this survey. It is counted with the vote, and kept nowhere else. */
export function noteSource(surveyId: string, source: string | null): void {
  // Of this survey alone. In the tab's own memory, so that logging in on the way loses nothing.
  if (isSource(source)) sessionStorage.setItem(CAME_FROM, `${surveyId} ${source}`);
}

/** An address by which somebody comes from elsewhere. */
export function withSource(address: string, source: VoteSource): string {
  return `${address}?from=${source}`;
}

export function sourceOf(surveyId: string, address: URLSearchParams): VoteSource {
  const named = address.get("from");
  if (isSource(named)) return named;
  const [id, noted] = sessionStorage.getItem(CAME_FROM)?.split(" ") ?? [];
  return id === surveyId && isSource(noted) ? noted : "link";
}

function isSource(given: string | null | undefined): given is VoteSource {
  return voteSources.some((source) => source === given);
}
