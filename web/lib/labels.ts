import type { SurveyStatus } from "../../contract/publication.ts";
import type { Category } from "../../contract/surveys.ts";

/** The contract's words as people read them. */
export const categoryLabels: Record<Category, string> = {
  politics: "Politics",
  "social-issues": "Social issues",
  technology: "Technology",
  entertainment: "Entertainment",
};

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
