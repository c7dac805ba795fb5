import type { Counting } from "./ballot-kinds.ts";

/** Who sees a survey's results: everybody, those who have voted, or everybody after it is closed. */
export const resultsModes = ["always", "voted", "closed"] as const;
export type ResultsMode = (typeof resultsModes)[number];

export interface ResultsRule {
  results: ResultsMode;
  /** Its closing time has passed, by the database's clock. */
  isClosed: boolean;
  /** How its ballots are counted, if they are secret. */
  counting: Counting | null;
}

/** A survey's own surveyor and admins read every answer in the dashboard anyway. */
export function manages(person: { id: string; admin: boolean } | null, surveyorId: string) {
  return person !== null && (person.admin || person.id === surveyorId);
}

interface Onlooker {
  hasVoted: boolean;
  manages: boolean;
}

/**
 * The one rule about who sees results, and whatever else tells how many said yes: choices, the
 * opened record, how the result grew. Every way out asks it; nobody writes a second condition.
 * After closing no vote can be influenced any more, so everybody sees the final result.
 */
export function maySeeResults(survey: ResultsRule, who: Onlooker): boolean {
  // Its ballots are sealed until they are counted together: there is nothing to see.
  if (survey.counting === "closing") return false;
  if (who.manages || survey.isClosed || survey.results === "always") return true;
  return survey.results === "voted" && who.hasVoted;
}

/** Whole percentages that add up to a hundred; null while there are no votes. */
export function sharesOf({ yes, no }: { yes: number; no: number }) {
  const total = yes + no;
  if (total === 0) return null;
  const share = Math.round((yes / total) * 100);
  return { yes: share, no: 100 - share };
}
