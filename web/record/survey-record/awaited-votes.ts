import type { SurveyCard } from "../../../contract/surveys.ts";
import { PROMISED_MS } from "../../../record/checkpoint.ts";
import { storedFields } from "../../lib/stored-fields.ts";

/** A number of votes that was shown here, and by when all of them must be in the record. */
export interface Awaited {
  votes: number;
  by: string;
}

const keyOf = (surveyId: string) => `awaited-votes:${surveyId}`;

/**
 * Kept in this browser until the votes are there. Otherwise a page that invents votes could put the
 * reader off for another hour at each visit.
 */
export function awaitedOf(surveyId: string) {
  const key = keyOf(surveyId);
  return {
    read(): Awaited | null {
      const { votes, by } = storedFields<Awaited>(localStorage.getItem(key));
      return typeof votes === "number" && typeof by === "string" ? { votes, by } : null;
    },
    keep: (awaited: Awaited) => localStorage.setItem(key, JSON.stringify(awaited)),
    forget: () => localStorage.removeItem(key),
  };
}

export type Terms = Pick<SurveyCard, "closesAt" | "resultsMode">;

/** By when the votes that are shown now must be in the record. Null: when somebody closes it. */
export function dueBy({ closesAt, resultsMode }: Terms, now: Date): string | null {
  const closing = closesAt ? Date.parse(closesAt) : Number.POSITIVE_INFINITY;
  // Votes whose result is a secret until the end are entered together at the end.
  const last = resultsMode === "closed" ? closing : Math.min(now.getTime(), closing);
  return Number.isFinite(last) ? new Date(last + PROMISED_MS).toISOString() : null;
}
