import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/securityEvents";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { securityEventKinds } from "../../../contract/security-events.ts";
import type { Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FullTime } from "../../components/full-time.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { useAddressState } from "../../lib/address-state.ts";
import { sayDevice, sayPlace } from "../../lib/devices.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { isAlarming, sayEvent } from "./words.ts";

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
        label={t.event}
        className="max-w-md"
        value={kind}
        onChange={({ target }) => setPart("kind", target.value === "all" ? null : target.value)}
      >
        {optionsOf(choices, (value) => (value === "all" ? t.allEvents : t.kinds[value]))}
      </SelectField>
      <PagedTable
        list={list}
        kind="events"
        empty={<EmptyState title={t.none} text={t.keptHalfYear} />}
        caption={t.caption}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const columns: Column<SecurityEvent>[] = [
  {
    header: t.columns.what,
    cell: (event) => (
      <span className={`font-semibold wrap-normal ${isAlarming(event.kind) ? "text-error" : ""}`}>
        {sayEvent(event)}
      </span>
    ),
  },
  {
    header: t.columns.account,
    cell: ({ person, userId }) =>
      userId ? (
        <PersonName name={person} id={userId} />
      ) : (
        <span className="text-muted">{t.nobodys}</span>
      ),
  },
  {
    header: t.columns.when,
    cell: ({ timestamp }) => <FullTime timestamp={timestamp} toTheSecond />,
  },
  { header: t.columns.device, cell: ({ deviceCode }) => sayDevice(deviceCode) },
  { header: t.columns.where, cell: ({ address }) => sayPlace(address) },
];
