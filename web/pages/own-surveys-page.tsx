import { PageHeading } from "../components/page-heading.tsx";

function OwnSurveysPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="My surveys" />
    </div>
  );
}

export { OwnSurveysPage as Component };
