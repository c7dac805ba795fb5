import * as t from "#words/audit";
import { FilterLinks } from "../../../components/filter-links.tsx";
import { PageHeading } from "../../../components/page-heading.tsx";
import { useAddressState } from "../../../lib/address-state.ts";
import { readerZone } from "../../../lib/format.ts";
import { AuditLog } from "../../../people/audit/audit-log.tsx";
import { AllEvents } from "../../../people/security-events/all-events.tsx";

const views = ["acts", "security"] as const;

function AuditPage() {
  const { choice } = useAddressState();
  const view = choice("view", views, "acts");
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.title} lead={t.leads[view]({ zone: readerZone() })} />
      <FilterLinks
        label={t.views.label}
        name="view"
        choices={views}
        fallback="acts"
        labels={t.views}
      />
      {view === "acts" ? <AuditLog /> : <AllEvents />}
    </div>
  );
}

export { AuditPage as Component };
