import type { SurveyStatus } from "../../contract/publication.ts";

/** The first two are an admin's, the last two the surveyor's. */
export type Step = "publish" | "unpublish" | "resend" | "withdraw";

const steps: Record<SurveyStatus, Partial<Record<Step, SurveyStatus>>> = {
  pending: { publish: "published", unpublish: "unpublish", withdraw: "withdrawn" },
  published: { unpublish: "unpublish" },
  unpublish: { publish: "published", resend: "pending" },
  withdrawn: { resend: "pending" },
};

/** Where a step leads from a status, or null if it leads nowhere. */
export function nextStatus(status: SurveyStatus, step: Step): SurveyStatus | null {
  return steps[status][step] ?? null;
}

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
