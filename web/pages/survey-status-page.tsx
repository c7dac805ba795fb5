import { wording } from "../../contract/wording.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { ReviewFilters, useReviewFilter } from "../publication/review-filters.tsx";
import { ReviewList } from "../publication/review-list.tsx";
import { useRefreshSurveys } from "../surveys/queries.ts";

function SurveyStatusPage() {
  const filter = useReviewFilter();
  const refreshSurveys = useRefreshSurveys();
  return (
    <div className="page grid gap-8">
      <PageHeading
        title={wording.dashboard.status}
        lead="Read what surveyors have sent, and decide what everybody sees."
      />
      <ReviewFilters />
      <ReviewList filter={filter} onDecided={refreshSurveys} />
    </div>
  );
}

export { SurveyStatusPage as Component };
