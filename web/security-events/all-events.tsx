import { useInfiniteQuery } from "@tanstack/react-query";
import { sayDevice } from "../../contract/devices.ts";
import { sayPlace } from "../../contract/place.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { securityEventKinds } from "../../contract/security-events.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { FullTime } from "../components/full-time.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { SelectField } from "../components/select-field.tsx";
import { useAddressState } from "../lib/address-state.ts";
import { pagesOf } from "../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { isAlarming, kindLabels, sayEvent } from "./words.ts";

type SecurityEvent = Reply<typeof routes.listSecurityEvents>[number];

const choices = ["all", ...securityEventKinds] as const;

/** What happened to everybody's accounts, for admins. */
export function AllEvents() {
  const { choice, setPart } = useAddressState();
  const kind = choice("kind", choices, "all");
  const query = { kind: kind === "all" ? undefined : kind };
  const list = useInfiniteQuery({
    ...pagesOf(routes.listSecurityEvents, { query }),
    // New events come in all the time.
    staleTime: 0,
  });
  return (
    <div className="grid gap-8">
      <SelectField
        label="Event"
        className="max-w-md"
        value={kind}
        onChange={({ target }) => setPart("kind", target.value === "all" ? null : target.value)}
      >
        {choices.map((value) => (
          <option key={value} value={value}>
            {value === "all" ? "All events" : kindLabels[value]}
          </option>
        ))}
      </SelectField>
      <PagedList
        list={list}
        kind="events"
        empty={
          <EmptyState title="No such events">
            <p>Events are kept for half a year.</p>
          </EmptyState>
        }
      >
        {(events, ref) => (
          <DataTable
            caption="Security events"
            columns={columns}
            rows={events}
            rowKey={({ id }) => id}
            ref={ref}
          />
        )}
      </PagedList>
    </div>
  );
}

const columns: Column<SecurityEvent>[] = [
  {
    header: "What",
    cell: (event) => (
      <span className={`font-semibold wrap-normal ${isAlarming(event.kind) ? "text-error" : ""}`}>
        {sayEvent(event)}
      </span>
    ),
  },
  {
    header: "Whose account",
    cell: ({ person, userId }) =>
      userId ? (
        <PersonName name={person} id={userId} />
      ) : (
        <span className="text-muted">nobody's</span>
      ),
  },
  { header: "When", cell: ({ timestamp }) => <FullTime timestamp={timestamp} toTheSecond /> },
  { header: "Device", cell: ({ deviceCode }) => sayDevice(deviceCode) },
  { header: "Where", cell: ({ address }) => sayPlace(address, "this computer") },
];
