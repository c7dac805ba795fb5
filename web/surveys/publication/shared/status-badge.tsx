import { statuses as statusLabels } from "#words/labels";
import type { SurveyStatus } from "../../../../contract/survey-status.ts";

const looks: Record<SurveyStatus, string> = {
  pending: "badge-accent",
  published: "badge-success",
  unpublish: "badge-error",
  withdrawn: "badge-neutral",
};

interface StatusBadgeProps {
  status: SurveyStatus;
  /** Other words for the states, such as those for surveyors. */
  labels?: Record<SurveyStatus, string>;
}

export function StatusBadge({ status, labels = statusLabels }: StatusBadgeProps) {
  return (
    <span className={`badge font-semibold whitespace-nowrap ${looks[status]}`}>
      {labels[status]}
    </span>
  );
}
