import type { SurveyText, TextChange } from "../../contract/publication.ts";
import type { ResultsMode } from "../../contract/results.ts";
import { nextStatus, type Step, type SurveyStatus } from "../../contract/survey-status.ts";

/** The terms of a survey as they are stored. */
interface Terms {
  opens_at: Date | null;
  closes_at: Date | null;
  results: ResultsMode;
}

interface Survey extends SurveyText, Terms {
  status: SurveyStatus;
  votes: number;
  /** Counts the edits. */
  revision: number;
  /** The database's clock. */
  now: Date;
}

/** Given fields change; the others stay. */
export type SurveyChange = TextChange & { [Name in keyof Terms]?: Terms[Name] | undefined };

/** The revision that the caller has read; undefined if they did not say. */
type ReadRevision = number | undefined;

/** Why a survey's text may not be changed like this, or null if it may. */
export function whyNotEdit(
  survey: Survey,
  change: SurveyChange,
  revision: ReadRevision,
): string | null {
  if (isOutdated(survey, revision)) return "The survey has been changed since you opened it.";
  // An admin has approved exactly this text.
  if (survey.status === "published") return "A published survey can't be changed.";
  if (survey.votes > 0 && (change.question ?? survey.question) !== survey.question) {
    return "People have voted on this question, so it can't be changed any more.";
  }
  return whyNotTerms(survey, change);
}

function whyNotTerms(survey: Survey, change: SurveyChange): string | null {
  const next = { ...survey, ...change };
  const isNew = (name: "opens_at" | "closes_at") => !isSameTime(next[name], survey[name]);
  if (survey.votes > 0) {
    if (next.results !== survey.results) {
      return "People have voted, so who sees the results can't be changed any more.";
    }
    if (isNew("opens_at")) return "People have voted, so it is open already.";
    if (isNew("closes_at") && isPast(survey)) return "A closed survey never opens again.";
  }
  if (isNew("closes_at") && isPast(next)) return "The closing time has passed.";
  if (next.opens_at && next.closes_at && next.opens_at >= next.closes_at) {
    return "It must close after it opens.";
  }
  return null;
}

export function isSameTime(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}

/** Its closing time has passed, whether it is published or not. */
function isPast({ closes_at, now }: Pick<Survey, "closes_at" | "now">): boolean {
  return closes_at !== null && closes_at <= now;
}

/** Why an admin may not decide like this, or null if they may. */
export function whyNotDecide(survey: Survey, step: Step, revision: ReadRevision): string | null {
  if (isOutdated(survey, revision)) return "The survey has been changed since you read it.";
  return whyNotStep(survey, step);
}

export function whyNotStep(survey: Survey, step: Step): string | null {
  const { status, votes } = survey;
  if (!nextStatus(status, step)) {
    return `A survey that is ${statusWords[status]} can't be ${stepWords[step]}.`;
  }
  // With votes it has a result to show.
  const isUseless = (step === "publish" || step === "resend") && votes === 0 && isPast(survey);
  return isUseless ? "Its closing time has passed, so nobody could vote on it." : null;
}

/** Why a survey may not be closed at once, or null if it may. */
export function whyNotClose(survey: Survey): string | null {
  if (survey.status !== "published") return "Only a published survey can be closed.";
  if (isPast(survey)) return "This survey is closed already.";
  // It would have to close before it opens. An admin can take it down instead.
  if (survey.opens_at && survey.opens_at >= survey.now) return "This survey is not open yet.";
  return null;
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
