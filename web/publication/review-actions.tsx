import { useState } from "react";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { AdminSurvey } from "../../contract/publication.ts";
import { routes } from "../../contract/routes.ts";
import { nextStatus } from "../../contract/survey-status.ts";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { CloseButton } from "./close-button.tsx";
import { RejectDialog } from "./reject-dialog.tsx";

export function ReviewActions({ survey }: { survey: AdminSurvey }) {
  const { _id: id, title, revision, status } = survey;
  const publish = useRouteMutation(routes.publishSurvey);
  const [asking, setAsking] = useState(false);

  function decide() {
    const input = { params: { id }, query: { revision }, body: { status: "published" } } as const;
    void alerts.outcome(publish.mutateAsync(input), {
      done: wording.alerts.published,
      failed: t.notPublished({ title }),
    });
  }

  return (
    <div className="flex flex-wrap gap-2">
      {nextStatus(status, "publish") && (
        <button
          type="button"
          className="btn btn-primary"
          aria-keyshortcuts="p"
          aria-describedby={`title-${id}`}
          aria-busy={publish.isPending}
          onClick={() => !publish.isPending && decide()}
        >
          {wording.dashboard.publish}
        </button>
      )}
      {nextStatus(status, "unpublish") && (
        <button
          type="button"
          className="btn btn-outline"
          aria-keyshortcuts="r"
          aria-describedby={`title-${id}`}
          onClick={() => setAsking(true)}
        >
          {wording.dashboard.unpublish}
        </button>
      )}
      <CloseButton survey={survey} />
      {status === "withdrawn" && <span className="text-muted">{t.withdrawnBySurveyor}</span>}
      {asking && <RejectDialog survey={{ id, title, revision }} onClose={() => setAsking(false)} />}
    </div>
  );
}
