import type { SurveyStatus } from "../../contract/publication.ts";
import { statusLabels } from "../lib/labels.ts";

const looks: Record<SurveyStatus, string> = {
  pending: "badge-accent",
  published: "badge-success",
  unpublish: "badge-error",
  withdrawn: "badge-neutral",
};

export function StatusBadge({ status }: { status: SurveyStatus }) {
  return (
    <span className={`badge font-semibold whitespace-nowrap ${looks[status]}`}>
      {statusLabels[status]}
    </span>
  );
}
