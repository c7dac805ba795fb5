import { PageHeading } from "../components/page-heading.tsx";

function SurveyStatusPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Status" />
    </div>
  );
}

export { SurveyStatusPage as Component };
