import { PageHeading } from "../components/page-heading.tsx";

function ReportedPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Reports" />
    </div>
  );
}

export { ReportedPage as Component };
