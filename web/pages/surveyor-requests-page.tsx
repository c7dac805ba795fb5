import { PageHeading } from "../components/page-heading.tsx";
import { RequestQueue } from "../surveyor-requests/request-queue.tsx";

function SurveyorRequestsPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="Requests"
        lead="People who ask to become surveyors. Surveyors can send surveys to you."
      />
      <RequestQueue />
    </div>
  );
}

export { SurveyorRequestsPage as Component };
