import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/audit";
import { routes } from "../../../contract/routes.ts";
import type { Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FullTime } from "../../components/full-time.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { PersonName } from "../users/shared/person-name.tsx";
import { AuditFilters, useAuditFilter } from "./audit-filters.tsx";
import { type AuditEntry, sayAction, sayChanges, saySubject } from "./words.ts";

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
      <PagedTable
        list={list}
        kind="entries"
        found={filter.isFiltered}
        empty={
          filter.isFiltered ? (
            <EmptyState title={t.noneFound} text={t.searchOtherwise} />
          ) : (
            <EmptyState title={t.none} text={t.recordedHere} />
          )
        }
        caption={t.caption}
        columns={columns}
        rowKey={(entry) => entry.id}
      />
    </div>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    header: t.columns.what,
    cell: (entry) => <span className="font-semibold wrap-normal">{sayAction(entry)}</span>,
  },
  {
    header: t.columns.subject,
    cell: (entry) => (
      // Wide enough for a title in two or three lines, where it is a column.
      <span className="block lg:min-w-52">
        {entry.subjectKind === "user" ? (
          <PersonName name={entry.subject} id={entry.subjectId} />
        ) : (
          saySubject(entry)
        )}
      </span>
    ),
  },
  {
    header: t.columns.who,
    cell: ({ actor, actorId }) =>
      actorId ? <PersonName name={actor} id={actorId} /> : t.byCommand,
  },
  {
    header: t.columns.when,
    cell: ({ timestamp }) => (
      // Wide enough for the day, so that the time is the second line.
      <span className="block min-w-28">
        <FullTime timestamp={timestamp} toTheSecond />
      </span>
    ),
  },
  { header: t.columns.change, cell: (entry) => <Changes entry={entry} /> },
];

// About two lines of the table.
const SHORT = 100;

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = sayChanges(entry);
  if (changes.length === 0) return <span className="text-muted">{t.noState}</span>;
  return (
    <ul>
      {changes.map((change) => (
        <li key={change} dir="auto">
          {change.length > SHORT ? <LongText text={change} /> : change}
        </li>
      ))}
    </ul>
  );
}

/** Its beginning, and all of it at a press: a message may have two thousand characters. */
function LongText({ text }: { text: string }) {
  return (
    <details className="group">
      <summary className="line-clamp-2 cursor-pointer group-open:line-clamp-none">{text}</summary>
    </details>
  );
}
