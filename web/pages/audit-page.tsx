import { AuditLog } from "../audit/audit-log.tsx";
import { PageHeading } from "../components/page-heading.tsx";

function AuditPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="Audit log"
        lead="What admins did, newest first. Nobody can change or remove an entry here."
      />
      <AuditLog />
    </div>
  );
}

export { AuditPage as Component };
