import { PageHeading } from "../components/page-heading.tsx";

function AllResponsesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Response" />
    </div>
  );
}

export { AllResponsesPage as Component };
