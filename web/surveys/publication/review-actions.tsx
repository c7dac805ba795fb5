import { useState } from "react";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { AdminSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { nextStatus } from "../../../contract/survey-status.ts";
import { PressButton } from "../../components/press-button.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayNames } from "../../lib/format.ts";
import { sayLanguage } from "../../lib/language.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { CloseButton } from "./close-button.tsx";
import { RejectDialog } from "./shared/reject-dialog.tsx";

interface ReviewActionsProps {
  survey: AdminSurvey;
  /** The languages of texts that have to be read before it is published. */
  unread: string[];
  /** Told the first of them by whoever wants to publish nevertheless. */
  onUnread: (language: string) => void;
}

export function ReviewActions({ survey, unread, onUnread }: ReviewActionsProps) {
  const { _id: id, title, revision, status } = survey;
  const publish = useRouteMutation(routes.publishSurvey);
  const [asking, setAsking] = useState(false);

  function decide() {
    const [first] = unread;
    if (first) return onUnread(first);
    const input = { params: { id }, query: { revision }, body: { status: "published" } } as const;
    void alerts.outcome(publish.mutateAsync(input), {
      done: wording.alerts.published,
      failed: t.notPublished({ title }),
    });
  }

  return (
    <div className="flex flex-wrap gap-2">
      {nextStatus(status, "publish") && (
        <PressButton
          className="btn btn-primary aria-disabled:opacity-60"
          aria-keyshortcuts="p"
          aria-describedby={unread.length > 0 ? `title-${id} unread-${id}` : `title-${id}`}
          aria-disabled={unread.length > 0 || undefined}
          isBusy={publish.isPending}
          onPress={decide}
        >
          {wording.dashboard.publish}
        </PressButton>
      )}
      {nextStatus(status, "unpublish") && (
        <PressButton
          aria-keyshortcuts="r"
          aria-describedby={`title-${id}`}
          onPress={() => setAsking(true)}
        >
          {wording.dashboard.unpublish}
        </PressButton>
      )}
      <CloseButton survey={survey} />
      {unread.length > 0 && (
        <p id={`unread-${id}`} className="w-full text-sm text-muted">
          {t.readAllFirst({ languages: sayNames(unread.map(sayLanguage)) })}
        </p>
      )}
      {status === "withdrawn" && <span className="text-muted">{t.withdrawnBySurveyor}</span>}
      {asking && <RejectDialog survey={{ id, title, revision }} onClose={() => setAsking(false)} />}
    </div>
  );
}
