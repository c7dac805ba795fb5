import { AuditLog } from "../audit/audit-log.tsx";
import { FilterLinks } from "../components/filter-links.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { useAddressState } from "../lib/address-state.ts";
import { readerZone } from "../lib/format.ts";
import { AllEvents } from "../security-events/all-events.tsx";

const views = ["acts", "security"] as const;
const zone = `Times are in your time zone, ${readerZone()}.`;
const labels = { acts: "What admins did", security: "Security" };

function AuditPage() {
  const { choice } = useAddressState();
  const view = choice("view", views, "acts");
  return (
    <div className="page grid gap-8">
      <PageHeading
        title="Audit log"
        lead={
          view === "acts"
            ? `What admins did, newest first. Nobody can change or remove an entry here. ${zone}`
            : `Log-ins, failures, downloads and changes to how people log in, newest first. ${zone}`
        }
      />
      <FilterLinks label="Which log" name="view" choices={views} fallback="acts" labels={labels} />
      {view === "acts" ? <AuditLog /> : <AllEvents />}
    </div>
  );
}

export { AuditPage as Component };
