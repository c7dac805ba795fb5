import { PageHeading } from "../components/page-heading.tsx";

function CreateSurveyPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Create survey" />
    </div>
  );
}

export { CreateSurveyPage as Component };
