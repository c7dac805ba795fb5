import { useState } from "react";
import * as t from "#words/suspicion";
import { routes } from "../../../contract/routes.ts";
import type { Finding } from "../../../contract/suspicion.ts";
import { ASIDE_MAX, ASIDE_REASON_MAX } from "../../../contract/suspicion-limits.ts";
import { ChartFrame } from "../../components/charts/chart-frame.tsx";
import { BarPlot } from "../../components/charts/plots.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayNumber } from "../../lib/format.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { FindingVotes } from "./finding-votes.tsx";
import { TimePlot } from "./time-plot.tsx";
import { sayFinding, sayPoint, sayTitle } from "./words.ts";

interface FindingCardProps {
  surveyId: string;
  finding: Finding;
  /** Then it is about ballot papers: further ones can be stopped. */
  isSecret: boolean;
}

/** One thing that stands out: the picture, its votes, and setting them aside. */
export function FindingCard({ surveyId, finding, isSecret }: FindingCardProps) {
  const { kind, key, points } = finding;
  const title = sayTitle(finding);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const votes = Math.min(finding.votes, ASIDE_MAX);

  return (
    <div className="grid gap-3">
      <ChartFrame
        title={title}
        description={sayFinding(finding)}
        columns={[
          {
            header: kind === "network" ? t.pointColumns.network : t.pointColumns.from,
            cell: ({ at }) => sayPoint(kind, at),
          },
          { header: t.pointColumns.votes, numeric: true, cell: ({ votes }) => sayNumber(votes) },
          {
            header: t.pointColumns.concerned,
            numeric: true,
            cell: ({ concerned }) => sayNumber(concerned),
          },
        ]}
        rows={points}
        rowKey={({ at }) => at}
      >
        {kind === "network" ? (
          <BarPlot
            bars={points.map(({ at, votes, concerned }) => ({
              label: sayPoint(kind, at),
              value: votes,
              isFaint: concerned === 0,
            }))}
          />
        ) : (
          <TimePlot label={title} points={points} />
        )}
      </ChartFrame>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer py-1.5 font-medium">
          {t.showVotes({ title, unseen: srOnly })}
        </summary>
        {open && <FindingVotes surveyId={surveyId} finding={finding} title={title} />}
      </details>
      {/* Of minutes that are over, nobody asks for a paper again. */}
      {!(isSecret && kind === "burst") && (
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          onClick={() => setAsking(true)}
        >
          {isSecret
            ? t.stopPapersNamed({ title, unseen: srOnly })
            : t.setAsideNamed({ votes, title, unseen: srOnly })}
        </button>
      )}
      {asking && (
        <SetAsideDialog
          surveyId={surveyId}
          name={{ kind, key }}
          votes={votes}
          isSecret={isSecret}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface SetAsideDialogProps {
  surveyId: string;
  name: Pick<Finding, "kind" | "key">;
  votes: number;
  isSecret: boolean;
  onClose: () => void;
}

function SetAsideDialog({ surveyId, name, votes, isSecret, onClose }: SetAsideDialogProps) {
  const setAside = useRouteMutation(routes.setVotesAside);
  return (
    <TextDialog
      title={isSecret ? t.stopPapersQuestion : t.setAsideQuestion({ votes })}
      lead={
        <p className="text-muted">{isSecret ? t.stopPapersConsequence : t.setAsideConsequence}</p>
      }
      label={t.reason}
      field="reason"
      limit={ASIDE_REASON_MAX}
      required={t.reasonMissing}
      action={isSecret ? t.stopPapers : t.setAside}
      onClose={onClose}
      onSend={async (reason) => {
        const { matchedCount } = await setAside.mutateAsync({
          params: { id: surveyId },
          body: { ...name, reason },
        });
        onClose();
        void alerts.show({
          icon: "success",
          title: isSecret ? t.papersStopped : t.setAsideDone,
          ...(!isSecret && { text: t.countNoLonger({ votes: matchedCount }) }),
        });
      }}
    />
  );
}
