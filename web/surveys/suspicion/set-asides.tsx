import { useState } from "react";
import * as t from "#words/suspicion";
import { routes } from "../../../contract/routes.ts";
import type { SetAside } from "../../../contract/suspicion.ts";
import { ASIDE_REASON_MAX } from "../../../contract/suspicion-limits.ts";
import { RelativeTime } from "../../components/relative-time.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayName } from "../../lib/names.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";

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
        {t.setAsides}
      </h2>
      {groups.length === 0 && <p className="text-muted">{t.noneSetAside}</p>}
      <ul className="grid gap-4">
        {groups.map((group) => (
          <li
            key={group.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-panel bg-base-200 p-5"
          >
            <div className="grid min-w-0 grow basis-64 gap-1">
              <p className="text-muted">
                {(isStop(group) ? t.papersStoppedBy : t.setAsideBy)({
                  votes: group.votes,
                  strong: (words) => <strong className="text-base-content">{words}</strong>,
                  name: sayName(group.admin),
                  time: () => <RelativeTime timestamp={group.timestamp} />,
                  kind: t.kinds[group.kind],
                })}
              </p>
              <p className="whitespace-pre-line">{t.reasonGiven({ reason: group.reason })}</p>
              {group.restored && <Restored {...group.restored} />}
            </div>
            {!group.restored && (
              <button type="button" className="btn btn-outline" onClick={() => setAsked(group)}>
                {isStop(group)
                  ? t.givePapers
                  : t.restoreNamed({ votes: group.votes, unseen: srOnly })}
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && <RestoreDialog surveyId={surveyId} group={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** Of a secret ballot, no votes are set aside: further papers are stopped. */
const isStop = ({ votes }: SetAside) => votes === 0;

function Restored({ admin, timestamp, reason }: NonNullable<SetAside["restored"]>) {
  return (
    <p className="text-muted">
      {t.restoredBy({ name: admin, time: () => <RelativeTime timestamp={timestamp} />, reason })}
    </p>
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
      title={isStop(group) ? t.givePapersQuestion : t.restoreQuestion({ votes: group.votes })}
      lead={!isStop(group) && <p className="text-muted">{t.restoreConsequence}</p>}
      label={t.reason}
      field="reason"
      limit={ASIDE_REASON_MAX}
      required={t.reasonMissing}
      action={isStop(group) ? t.givePapers : t.restore}
      onClose={onClose}
      onSend={async (reason) => {
        const { matchedCount } = await restore.mutateAsync({
          params: { id: surveyId },
          body: { setAsideId: group.id, reason },
        });
        onClose();
        void alerts.show({
          icon: "success",
          title: t.restoreDone,
          ...(!isStop(group) && { text: t.countAgain({ votes: matchedCount }) }),
        });
      }}
    />
  );
}
