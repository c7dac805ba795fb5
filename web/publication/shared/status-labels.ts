import type { SurveyStatus } from "../../../contract/survey-status.ts";

/** A survey's states, in the words for admins. */
export const statusLabels: Record<SurveyStatus, string> = {
  pending: "Pending",
  published: "Published",
  unpublish: "Unpublished",
  withdrawn: "Withdrawn",
};

/** The same in the words for the survey's own surveyor. */
export const ownStatusLabels: Record<SurveyStatus, string> = {
  pending: "Waiting for review",
  published: "Published",
  unpublish: "Rejected",
  withdrawn: "Withdrawn",
};
