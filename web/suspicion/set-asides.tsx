import { useState } from "react";
import { routes } from "../../contract/routes.ts";
import { sayReason } from "../../contract/set-aside-reasons.ts";
import type { SetAside } from "../../contract/suspicion.ts";
import { ASIDE_REASON_MAX } from "../../contract/suspicion-limits.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { count, plural } from "../lib/format.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { kindLabels } from "./words.ts";

interface SetAsidesProps {
  surveyId: string;
  groups: SetAside[];
}

/** What was set aside on a survey, and restoring it. */
export function SetAsides({ surveyId, groups }: SetAsidesProps) {
  const [asked, setAsked] = useState<SetAside | null>(null);
  return (
    <section aria-labelledby="set-aside" className="mt-4 grid gap-4">
      <h2 id="set-aside" className="font-display text-subtitle">
        Set aside
      </h2>
      {groups.length === 0 && <p className="text-muted">Nothing was set aside on this survey.</p>}
      <ul className="grid gap-4">
        {groups.map((group) => (
          <li
            key={group.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-panel bg-base-200 p-5"
          >
            <div className="grid min-w-0 grow basis-64 gap-1">
              <p>
                <strong>{count(group.votes, "vote")}</strong>{" "}
                <span className="text-muted">
                  by {group.admin}, <RelativeTime timestamp={group.timestamp} />.{" "}
                  {kindLabels[group.kind]}.
                </span>
              </p>
              <p className="whitespace-pre-line">“{sayReason(group.reason)}”</p>
              {group.restored && (
                <p className="text-muted">
                  Restored by {group.restored.admin},{" "}
                  <RelativeTime timestamp={group.restored.timestamp} />: “{group.restored.reason}”
                </p>
              )}
            </div>
            {!group.restored && (
              <button type="button" className="btn btn-outline" onClick={() => setAsked(group)}>
                Restore<span className="sr-only"> {count(group.votes, "vote")}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && <RestoreDialog surveyId={surveyId} group={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface RestoreDialogProps {
  surveyId: string;
  group: SetAside;
  onClose: () => void;
}

function RestoreDialog({ surveyId, group, onClose }: RestoreDialogProps) {
  const restore = useRouteMutation(routes.restoreVotes);
  return (
    <TextDialog
      title={`Restore ${count(group.votes, "vote")}?`}
      lead={<p className="text-muted">They count again, and each voter is told.</p>}
      label="Reason, which everybody can read"
      field="reason"
      limit={ASIDE_REASON_MAX}
      required="Please say why"
      action="Restore"
      onClose={onClose}
      onSend={async (reason) => {
        const { matchedCount } = await restore.mutateAsync({
          params: { id: surveyId },
          body: { setAsideId: group.id, reason },
        });
        onClose();
        void alerts.show({
          icon: "success",
          title: "Restored",
          text: `${count(matchedCount, "vote")} ${plural(matchedCount, "counts", "count")} again.`,
        });
      }}
    />
  );
}
