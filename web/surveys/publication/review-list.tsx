import { useInfiniteQuery } from "@tanstack/react-query";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { AdminSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayNumber } from "../../lib/format.ts";
import { sayLanguage } from "../../lib/language.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import type { ReviewFilter } from "./review-filters.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { SurveyDetail } from "./survey-detail.tsx";

export function ReviewList({ filter }: { filter: ReviewFilter }) {
  const list = useInfiniteQuery(pagesOf(routes.listAllSurveys, { query: filter }));
  return (
    <PagedList
      list={list}
      kind="surveys"
      queue={[
        ["p", wording.dashboard.publish],
        ["r", t.rejectKey({ button: wording.dashboard.unpublish })],
      ]}
      empty={
        filter.status === "pending" && !filter.search ? (
          <EmptyState title={t.noneWaiting}>
            <p>{t.allDecided}</p>
          </EmptyState>
        ) : (
          <EmptyState title={t.noneFound}>
            <p>{t.tryAnother}</p>
          </EmptyState>
        )
      }
    >
      {(surveys, ref) => (
        <DataTable
          caption={t.reviewTable}
          columns={columns}
          rows={surveys}
          rowKey={(survey) => survey._id}
          detail={(survey) => <SurveyDetail survey={survey} />}
          ref={ref}
        />
      )}
    </PagedList>
  );
}

const columns: Column<AdminSurvey>[] = [
  {
    header: t.columns.survey,
    cell: ({ _id, title, language, category }) => (
      <>
        <span
          id={`title-${_id}`}
          lang={language}
          dir="auto"
          className="block min-w-40 font-semibold"
        >
          {title}
        </span>
        <span className="text-sm text-muted">
          {categoryLabels[category]} · <bdi>{sayLanguage(language)}</bdi>
        </span>
      </>
    ),
  },
  { header: t.columns.surveyor, cell: ({ surveyorName }) => <bdi>{surveyorName}</bdi> },
  { header: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: t.columns.sent, cell: ({ sentAt }) => <RelativeTime timestamp={sentAt} /> },
  { header: t.columns.votes, numeric: true, cell: ({ votes }) => sayNumber(votes) },
];
