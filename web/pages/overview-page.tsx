import { PageHeading } from "../components/page-heading.tsx";

function OverviewPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="OverView" />
    </div>
  );
}

export { OverviewPage as Component };
