import type { SurveyStatus } from "../../../contract/publication.ts";

/** As admins read them. */
export const statusLabels: Record<SurveyStatus, string> = {
  pending: "Pending",
  published: "Published",
  unpublish: "Unpublished",
  withdrawn: "Withdrawn",
};

/** The same as its own surveyor reads it. */
export const ownStatusLabels: Record<SurveyStatus, string> = {
  pending: "Waiting for review",
  published: "Published",
  unpublish: "Rejected",
  withdrawn: "Withdrawn",
};
