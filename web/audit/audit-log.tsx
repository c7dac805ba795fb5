import { useInfiniteQuery } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { SelectField } from "../components/select-field.tsx";
import { useAddressState } from "../lib/address-state.ts";
import { pagesOf } from "../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { type AuditEntry, actionChoices, actionLabels, sayState, saySubject } from "./words.ts";

export function AuditLog() {
  const { choice, setPart } = useAddressState();
  const action = choice("action", actionChoices, "all");
  const query = { action: action === "all" ? undefined : action };
  const list = useInfiniteQuery({
    ...pagesOf(routes.listAudit, { query }),
    // Other admins add entries at any time.
    staleTime: 0,
  });
  return (
    <div className="grid gap-8">
      <SelectField
        label="Action"
        className="justify-self-start"
        value={action}
        onChange={({ target }) => setPart("action", target.value === "all" ? null : target.value)}
      >
        {actionChoices.map((value) => (
          <option key={value} value={value}>
            {value === "all" ? "All actions" : actionLabels[value]}
          </option>
        ))}
      </SelectField>
      <PagedList
        list={list}
        noun={["entry", "entries"]}
        empty={
          <EmptyState title="Nothing is recorded">
            <p>Whatever an admin does is written down here, for good.</p>
          </EmptyState>
        }
      >
        {(entries, ref) => (
          <DataTable
            caption="Audit log"
            columns={columns}
            rows={entries}
            rowKey={(entry) => entry.id}
            ref={ref}
          />
        )}
      </PagedList>
    </div>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    header: "What",
    cell: ({ action }) => <span className="font-semibold wrap-normal">{actionLabels[action]}</span>,
  },
  {
    header: "On what",
    cell: (entry) =>
      entry.subjectKind === "user" ? (
        <PersonName name={entry.subject} id={entry.subjectId} />
      ) : (
        saySubject(entry)
      ),
  },
  {
    header: "Who",
    cell: ({ actor, actorId }) =>
      actorId ? <PersonName name={actor} id={actorId} /> : "A command on the server",
  },
  { header: "When", cell: ({ timestamp }) => <RelativeTime timestamp={timestamp} /> },
  { header: "Before", cell: ({ before }) => <State state={before} /> },
  { header: "After", cell: ({ after }) => <State state={after} /> },
];

function State({ state }: { state: AuditEntry["before"] }) {
  const parts = sayState(state);
  if (parts.length === 0) return <span className="text-muted">nothing</span>;
  return (
    <ul>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
