import { useState } from "react";
import { type AdminSurvey, nextStatus } from "../../contract/publication.ts";
import { wording } from "../../contract/wording.ts";
import { alerts } from "../lib/alerts.ts";
import { useIdempotencyKey } from "../lib/idempotency-key.ts";
import { usePublish } from "./queries.ts";
import { UnpublishDialog } from "./unpublish-dialog.tsx";

interface ReviewActionsProps {
  survey: AdminSurvey;
  /** The public lists have changed. */
  onDecided: () => void;
}

export function ReviewActions({ survey, onDecided }: ReviewActionsProps) {
  const { _id: id, title, revision, status } = survey;
  const publish = usePublish();
  const { keyFor, forget } = useIdempotencyKey();
  const [asking, setAsking] = useState(false);

  async function decide() {
    try {
      await publish.mutateAsync({ id, revision, key: keyFor(`publish ${revision}`) });
      forget();
      onDecided();
      void alerts.show({ icon: "success", title: wording.alerts.published });
    } catch (error) {
      void alerts.failed(`“${title}” is not published`, error);
    }
  }

  return (
    <div className="flex flex-wrap gap-2 @min-[56rem]:flex-nowrap">
      {nextStatus(status, "publish") && (
        <button
          type="button"
          className="btn btn-primary"
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
          aria-describedby={`title-${id}`}
          onClick={() => setAsking(true)}
        >
          {wording.dashboard.unpublish}
        </button>
      )}
      {status === "withdrawn" && <span className="text-muted">Taken back by its surveyor</span>}
      {asking && (
        <UnpublishDialog
          survey={{ id, title, revision }}
          onDone={onDecided}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
