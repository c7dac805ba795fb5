import * as t from "#words/surveyorRequests";
import { PageHeading } from "../../../components/page-heading.tsx";
import { RequestQueue } from "../../../people/surveyor-requests/request-queue.tsx";

function SurveyorRequestsPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.title} lead={t.lead} />
      <RequestQueue />
    </div>
  );
}

export { SurveyorRequestsPage as Component };
