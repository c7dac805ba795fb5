import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath, type Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { sayNumber } from "../lib/format.ts";
import { pagesOf } from "../lib/route-queries.ts";
import { StatusBadge } from "../publication/shared/status-badge.tsx";
import { kindLabels } from "./words.ts";

type Found = Reply<typeof routes.listStandingOut>[number];

/** All surveys in whose votes something stands out. */
export function StandingOut() {
  const list = useInfiniteQuery({
    ...pagesOf(routes.listStandingOut),
    // A look at a survey, here or by the server, changes it.
    staleTime: 0,
  });
  return (
    <PagedList
      list={list}
      noun={["survey", "surveys"]}
      empty={
        <EmptyState title="Nothing stands out">
          <p>The site looks at surveys with new votes every few minutes.</p>
        </EmptyState>
      }
    >
      {(found, ref) => (
        <DataTable
          caption="Surveys with votes that stand out"
          columns={columns}
          rows={found}
          rowKey={(survey) => survey.surveyItemId}
          ref={ref}
        />
      )}
    </PagedList>
  );
}

const columns: Column<Found>[] = [
  {
    header: "Survey",
    cell: ({ surveyItemId, title }) => (
      <Link to={fillPath(pages.suspicion, { id: surveyItemId })} className="link link-primary">
        {title}
      </Link>
    ),
  },
  { header: "State", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "What stands out",
    cell: ({ kinds }) => (
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{kindLabels[kind]}</li>
        ))}
      </ul>
    ),
  },
  { header: "Votes", numeric: true, cell: ({ votes }) => sayNumber(votes) },
  { header: "Looked at", cell: ({ timestamp }) => <RelativeTime timestamp={timestamp} /> },
];
