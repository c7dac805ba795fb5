import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/suspicion";
import { pages } from "../../../contract/pages.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import type { Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayNumber } from "../../lib/format.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { StatusBadge } from "../publication/shared/status-badge.tsx";

type Found = Reply<typeof routes.listStandingOut>[number];

/** All surveys in whose votes something stands out. */
export function StandingOut() {
  const list = useInfiniteQuery({
    ...pagesOf(routes.listStandingOut),
    // A look at a survey, here or by the server, changes it.
    staleTime: 0,
  });
  return (
    <PagedTable
      list={list}
      kind="surveys"
      empty={<EmptyState title={t.noSurvey} text={t.looksOften} />}
      caption={t.listTable}
      columns={columns}
      rowKey={(survey) => survey.surveyItemId}
    />
  );
}

const columns: Column<Found>[] = [
  {
    header: t.listColumns.survey,
    cell: ({ surveyItemId, title, language }) => (
      <Link to={fillPath(pages.suspicion, { id: surveyItemId })} className="link link-primary">
        <bdi lang={language}>{title}</bdi>
      </Link>
    ),
  },
  { header: t.listColumns.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: t.listColumns.kinds,
    cell: ({ kinds }) => (
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{t.kinds[kind]}</li>
        ))}
      </ul>
    ),
  },
  { header: t.listColumns.votes, numeric: true, cell: ({ votes }) => sayNumber(votes) },
  {
    header: t.listColumns.lookedAt,
    cell: ({ timestamp }) => <RelativeTime timestamp={timestamp} />,
  },
];
