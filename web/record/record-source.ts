import { routes } from "../../contract/routes.ts";
import type { KeptReceipt } from "../../record/receipt-file.ts";
import type { RecordSource } from "../../record/receipt-outcome.ts";
import { ApiProblem, callRoute } from "../lib/api.ts";

/** What this site says about a survey's record. */
export function recordOf(id: string): RecordSource {
  const params = { id };
  return {
    readKeys: () => callRoute(routes.readRecordKeys),
    readCheckpoint: () => orNull(callRoute(routes.readCheckpoint, { params })),
    proveVote: (receipt) => orNull(callRoute(routes.proveVote, { params, query: { receipt } })),
    readClosing: async () =>
      (await orNull(callRoute(routes.readRecordedSurvey, { params })))?.closesAt ?? null,
    proveConsistency: (from) =>
      orNull(callRoute(routes.proveConsistency, { params, query: { from } })),
  };
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * With what shows years later, and without the site, that the vote was in the record and who had seen
 * the log that names it. For a vote that is in the record; it may not be in the log yet.
 */
export async function withLogProof(kept: KeptReceipt): Promise<KeptReceipt> {
  const { surveyId, receipt } = kept;
  const params = { id: surveyId };
  try {
    const { place } = await callRoute(routes.proveVote, { params, query: { receipt } });
    const query = { place: String(place) };
    const logged = await callRoute(routes.proveLogged, { params, query });
    const { keys } = await callRoute(routes.readLogKeys);
    return { ...kept, logged, logKeys: keys.map(({ vkey }) => vkey) };
  } catch (error) {
    if (error instanceof ApiProblem) return kept;
    throw error;
  }
}
