import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { key as selectKey } from "#words/bulk";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { AdminSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { SelectAll, SelectBox, useBulk } from "../../components/bulk.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayNumber } from "../../lib/format.ts";
import { sayLanguage } from "../../lib/language.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { BulkReview } from "./bulk-review.tsx";
import type { ReviewFilter } from "./review-filters.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { SurveyDetail } from "./survey-detail.tsx";

export function ReviewList({ filter }: { filter: ReviewFilter }) {
  const list = useInfiniteQuery(pagesOf(routes.listAllSurveys, { query: filter }));
  const bulk = useBulk(list.data?.pages.flatMap(({ items }) => items) ?? [], ({ _id }) => _id);
  return (
    <>
      <PagedList
        list={list}
        kind="surveys"
        queue={[
          ["p", wording.dashboard.publish],
          ["r", t.rejectKey({ button: wording.dashboard.unpublish })],
          ["x", selectKey],
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
          <>
            <SelectAll bulk={bulk} />
            <DataTable
              caption={t.reviewTable}
              columns={columnsOf((survey) => (
                <SelectBox bulk={bulk} item={survey} name={survey.title} />
              ))}
              rows={surveys}
              rowKey={(survey) => survey._id}
              detail={(survey) => <SurveyDetail survey={survey} />}
              ref={ref}
            />
          </>
        )}
      </PagedList>
      <BulkReview bulk={bulk} />
    </>
  );
}

const columnsOf = (select: (survey: AdminSurvey) => ReactNode): Column<AdminSurvey>[] => [
  {
    header: t.columns.survey,
    cell: (survey) => (
      <span className="flex items-start gap-3">
        {select(survey)}
        <span>
          <span
            id={`title-${survey._id}`}
            lang={survey.language}
            dir="auto"
            className="block min-w-40 font-semibold"
          >
            {survey.title}
          </span>
          <span className="text-sm text-muted">
            {categoryLabels[survey.category]} · <bdi>{sayLanguage(survey.language)}</bdi>
          </span>
        </span>
      </span>
    ),
  },
  { header: t.columns.surveyor, cell: ({ surveyorName }) => <bdi>{surveyorName}</bdi> },
  { header: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: t.columns.sent, cell: ({ sentAt }) => <RelativeTime timestamp={sentAt} /> },
  { header: t.columns.votes, numeric: true, cell: ({ votes }) => sayNumber(votes) },
];
