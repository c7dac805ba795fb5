import { useInfiniteQuery } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { FullTime } from "../components/full-time.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { AuditFilters, useAuditFilter } from "./audit-filters.tsx";
import { type AuditEntry, sayAction, sayState, saySubject } from "./words.ts";

export function AuditLog() {
  const filter = useAuditFilter();
  const list = useInfiniteQuery({
    ...pagesOf(routes.listAudit, { query: filter.query }),
    // Other admins add entries at any time.
    staleTime: 0,
  });
  return (
    <div className="grid gap-8">
      <AuditFilters filter={filter} />
      <PagedList
        list={list}
        kind="entries"
        found={filter.isFiltered}
        empty={
          filter.isFiltered ? (
            <EmptyState title="No entry found">
              <p>Try another name, another action or another day.</p>
            </EmptyState>
          ) : (
            <EmptyState title="Nothing recorded yet">
              <p>Everything an admin does is recorded here for good.</p>
            </EmptyState>
          )
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
    cell: (entry) => <span className="font-semibold wrap-normal">{sayAction(entry)}</span>,
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
  {
    header: "When",
    cell: ({ timestamp }) => (
      // Wide enough for the day, so that the time is the second line.
      <span className="block min-w-28">
        <FullTime timestamp={timestamp} toTheSecond />
      </span>
    ),
  },
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
