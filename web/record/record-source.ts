import { routes } from "../../contract/routes.ts";
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
