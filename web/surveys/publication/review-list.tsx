import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rejectMany } from "#words/bulk";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { AdminSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { nextStatus } from "../../../contract/survey-status.ts";
import { type BulkAct, BulkList } from "../../components/bulk.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayNumber } from "../../lib/format.ts";
import { sayLanguage } from "../../lib/language.ts";
import { writeRoute } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import type { ReviewFilter } from "./review-filters.tsx";
import { AskWhyRejected } from "./shared/reject-dialog.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { SurveyDetail } from "./survey-detail.tsx";

// People are told at once, so nothing of it can be undone.
const acts: BulkAct<AdminSurvey>[] = [
  {
    label: wording.dashboard.publish,
    key: "p",
    // A text in several languages is read in each of them, so one by one.
    fits: ({ status, translations }) =>
      nextStatus(status, "publish") !== null && translations.length === 0,
    async begin({ count, go }) {
      const question = { title: t.publishMany({ count }), text: t.publishManyMeans };
      const body = { status: "published" } as const;
      if (await alerts.confirm({ ...question, action: wording.dashboard.publish })) {
        go((survey) => writeRoute(routes.publishSurvey, { ...asShown(survey), body }));
      }
    },
  },
  {
    label: wording.dashboard.unpublish,
    key: "r",
    fits: ({ status }) => nextStatus(status, "unpublish") !== null,
    begin: ({ count, go, show }) =>
      show(
        <AskWhyRejected
          title={rejectMany({ count })}
          onClose={() => show(null)}
          onSend={async (body) =>
            go((survey) => writeRoute(routes.unpublishSurvey, { ...asShown(survey), body }))
          }
        />,
      ),
  },
];

const asShown = ({ _id: id, revision }: AdminSurvey) => ({ params: { id }, query: { revision } });

export function ReviewList({ filter }: { filter: ReviewFilter }) {
  const list = useInfiniteQuery(pagesOf(routes.listAllSurveys, { query: filter }));
  return (
    <BulkList
      list={list}
      kind="surveys"
      idOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      acts={acts}
      queue={[
        ["p", wording.dashboard.publish],
        ["r", t.rejectKey({ button: wording.dashboard.unpublish })],
      ]}
      empty={
        filter.status === "pending" && !filter.search ? (
          <EmptyState title={t.noneWaiting} text={t.allDecided} />
        ) : (
          <EmptyState title={t.noneFound} text={t.tryAnother} />
        )
      }
    >
      {(surveys, ref, select) => (
        <DataTable
          caption={t.reviewTable}
          columns={columnsOf(select)}
          rows={surveys}
          rowKey={(survey) => survey._id}
          detail={(survey) => <SurveyDetail survey={survey} />}
          ref={ref}
        />
      )}
    </BulkList>
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
