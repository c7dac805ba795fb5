import { PageHeading } from "../components/page-heading.tsx";

function OwnResponsesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Response" />
    </div>
  );
}

export { OwnResponsesPage as Component };
