import * as wording from "#words/specified";
import { PageHeading } from "../components/page-heading.tsx";
import { AllResponses } from "../responses/all-responses.tsx";

function AllResponsesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading
        title={wording.dashboard.response}
        lead="How people answer every survey, the most answered first."
      />
      <AllResponses />
    </div>
  );
}

export { AllResponsesPage as Component };
