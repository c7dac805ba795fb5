import * as t from "#words/responses";
import * as wording from "#words/specified";
import { PageHeading } from "../../../components/page-heading.tsx";
import { AllResponses } from "../../../surveys/responses/all-responses.tsx";

function AllResponsesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={wording.dashboard.response} lead={t.allLead} />
      <AllResponses />
    </div>
  );
}

export { AllResponsesPage as Component };
