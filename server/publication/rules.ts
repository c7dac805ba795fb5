import {
  nextStatus,
  type Step,
  type SurveyStatus,
  type SurveyText,
  type TextChange,
} from "../../contract/publication.ts";

interface Survey extends SurveyText {
  status: SurveyStatus;
  votes: number;
  /** Counts the edits. */
  revision: number;
}

/** The revision that the caller has read; undefined if they did not say. */
type ReadRevision = number | undefined;

/** Why a survey's text may not be changed like this, or null if it may. */
export function whyNotEdit(
  survey: Survey,
  change: TextChange,
  revision: ReadRevision,
): string | null {
  if (isOutdated(survey, revision)) return "The survey has been changed since you opened it.";
  // An admin has approved exactly this text.
  if (survey.status === "published") return "A published survey can't be changed.";
  if (survey.votes > 0 && (change.question ?? survey.question) !== survey.question) {
    return "People have voted on this question, so it can't be changed any more.";
  }
  return null;
}

/** Why an admin may not decide like this, or null if they may. */
export function whyNotDecide(survey: Survey, step: Step, revision: ReadRevision): string | null {
  if (isOutdated(survey, revision)) return "The survey has been changed since you read it.";
  return whyNotStep(survey, step);
}

export function whyNotStep({ status }: Pick<Survey, "status">, step: Step): string | null {
  if (nextStatus(status, step)) return null;
  return `A survey that is ${statusWords[status]} can't be ${stepWords[step]}.`;
}

function isOutdated(survey: Survey, revision: ReadRevision): boolean {
  return revision !== undefined && revision !== survey.revision;
}

const statusWords: Record<SurveyStatus, string> = {
  pending: "waiting for review",
  published: "published",
  unpublish: "rejected",
  withdrawn: "withdrawn",
};

const stepWords: Record<Step, string> = {
  publish: "published",
  unpublish: "rejected",
  resend: "sent again",
  withdraw: "withdrawn",
};
