import * as t from "#words/publication";
import * as wording from "#words/specified";
import { PageHeading } from "../../../components/page-heading.tsx";
import { ReviewFilters, useReviewFilter } from "../../../surveys/publication/review-filters.tsx";
import { ReviewList } from "../../../surveys/publication/review-list.tsx";

function SurveyStatusPage() {
  const filter = useReviewFilter();
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.status} lead={t.reviewLead} />
      <ReviewFilters />
      <ReviewList filter={filter} />
    </div>
  );
}

export { SurveyStatusPage as Component };
