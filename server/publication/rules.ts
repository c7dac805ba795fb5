import type { SurveyStatus } from "../../contract/publication.ts";

export interface Edit {
  status: SurveyStatus;
  votes: number;
  question: string;
  newQuestion: string;
}

/** Why a survey's text may not be changed like this, or null if it may. */
export function whyNotEdit({ status, votes, question, newQuestion }: Edit): string | null {
  // What people see is what an admin has read.
  if (status === "published") return "A published survey can't be changed.";
  if (votes > 0 && newQuestion !== question) {
    return "People have voted on this question, so it can't be changed any more.";
  }
  return null;
}
