import { PageHeading } from "../components/page-heading.tsx";

function EditSurveyPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Edit survey" />
    </div>
  );
}

export { EditSurveyPage as Component };
