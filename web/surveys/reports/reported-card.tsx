import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import * as t from "#words/reports";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import type { ReportedItem } from "../../../contract/reports.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { writtenIn } from "../../components/written-in.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayName } from "../../lib/names.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { RejectDialog } from "../publication/shared/reject-dialog.tsx";
import { StatusBadge } from "../publication/shared/status-badge.tsx";
import HideButton from "./shared/hide-button.tsx";

interface ReportedCardProps {
  item: ReportedItem;
  select: ReactNode;
  /** Called with the comment as it is then: hidden, or shown again. */
  onHide: (comment: NonNullable<ReportedItem["comment"]>) => void;
}

export function ReportedCard({ item, select, onHide }: ReportedCardProps) {
  const { surveyItemId, title, language, question, status, comment, reports, openReports } = item;
  const dismiss = useRouteMutation(routes.dismissReports);
  const [rejecting, setRejecting] = useState(false);
  const id = useId();

  async function close(reportIds: string[]) {
    if (dismiss.isPending) return;
    try {
      await dismiss.mutateAsync({ body: { surveyItemId, reportIds } });
    } catch (error) {
      void alerts.failed(t.stillOpen, error);
    }
  }

  return (
    <article aria-labelledby={id} className="grid gap-5 rounded-panel bg-base-200 p-5 sm:p-7">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
          {select}
          <span className="badge badge-neutral font-semibold">
            {comment ? t.isComment : t.isSurvey}
          </span>
          {!comment && <StatusBadge status={status} />}
          {comment?.hidden && !comment.deleted && (
            <span className="badge badge-warning font-semibold">{t.hiddenBadge}</span>
          )}
          <span>
            {t.openReports({
              count: openReports,
              time: () => <RelativeTime timestamp={item.lastReported} />,
            })}
          </span>
        </div>
        <h2
          id={id}
          {...(!comment && { lang: language, dir: "auto" })}
          className="font-display text-subtitle"
        >
          {comment ? t.commentBy({ author: sayName(comment.author) }) : title}
        </h2>
        {comment ? (
          <blockquote dir="auto" className="border-s-4 border-muted ps-4 whitespace-pre-line">
            {comment.deleted ? <em>{t.deletedByAuthor}</em> : comment.text}
          </blockquote>
        ) : (
          <p lang={language} dir="auto">
            {question}
          </p>
        )}
        <p className="text-muted">
          {comment && <>{t.onSurvey({ title, written: writtenIn(language) })} </>}
          {status === "published" && (
            <Link
              to={fillPath(pages.survey, { id: surveyItemId })}
              className="link link-primary"
              aria-describedby={id}
            >
              {t.openSurvey}
            </Link>
          )}
        </p>
      </header>
      <ul className="grid gap-3">
        {reports.map((report) => (
          <li
            key={report.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-field bg-base-100 px-4 py-3"
          >
            <div className="min-w-0 grow basis-64">
              <p dir="auto" className="whitespace-pre-line">
                {report.text}
              </p>
              {report.about !== null && (
                <p className="whitespace-pre-line text-muted">{t.itSaid({ text: report.about })}</p>
              )}
              <p className="text-sm text-muted">
                {(report.withVote ? t.reportedWithVote : t.reportedBy)({
                  name: sayName(report.by),
                  time: () => <RelativeTime timestamp={report.timestamp} />,
                })}
              </p>
            </div>
            {reports.length > 1 && (
              <PressButton
                aria-label={t.dismissReportBy({ name: sayName(report.by) })}
                onPress={() => close([report.id])}
              >
                {t.dismissOne}
              </PressButton>
            )}
          </li>
        ))}
      </ul>
      {/* All look the same: a report says nothing about who is right. */}
      <div className="flex flex-wrap gap-2">
        {reports.length > 0 && (
          <PressButton
            aria-keyshortcuts="d"
            aria-describedby={id}
            isBusy={dismiss.isPending}
            onPress={() => close(reports.map((report) => report.id))}
          >
            {(openReports > reports.length ? t.dismissShown : t.dismissAll)({
              count: reports.length,
            })}
          </PressButton>
        )}
        {!comment && status === "published" && (
          <PressButton
            aria-keyshortcuts="r"
            aria-describedby={id}
            onPress={() => setRejecting(true)}
          >
            {wording.dashboard.unpublish}
          </PressButton>
        )}
        {comment && !comment.deleted && (
          <HideButton
            comment={{ ...comment, surveyItemId, commentId: comment.id }}
            className="btn btn-outline"
            shortcut="h"
            onChanged={(hidden) => onHide({ ...comment, hidden })}
          />
        )}
      </div>
      {rejecting && (
        <RejectDialog survey={{ id: surveyItemId, title }} onClose={() => setRejecting(false)} />
      )}
    </article>
  );
}
