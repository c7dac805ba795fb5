import { PageHeading } from "../components/page-heading.tsx";

function AuditPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Audit log" />
    </div>
  );
}

export { AuditPage as Component };
