import { useState } from "react";
import { routes } from "../../contract/routes.ts";
import type { Finding } from "../../contract/suspicion.ts";
import { ASIDE_MAX, ASIDE_REASON_MAX } from "../../contract/suspicion-limits.ts";
import { ChartFrame } from "../components/charts/chart-frame.tsx";
import { BarPlot } from "../components/charts/plots.tsx";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { count, plural, sayNumber } from "../lib/format.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { FindingVotes } from "./finding-votes.tsx";
import { TimePlot } from "./time-plot.tsx";
import { otherExplanations, sayFinding, sayPoint, sayTitle } from "./words.ts";

interface FindingCardProps {
  surveyId: string;
  finding: Finding;
}

/** One thing that stands out: the picture, its votes, and setting them aside. */
export function FindingCard({ surveyId, finding }: FindingCardProps) {
  const { kind, key, points } = finding;
  const title = sayTitle(finding);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const votes = Math.min(finding.votes, ASIDE_MAX);

  return (
    <div className="grid gap-3">
      <ChartFrame
        title={title}
        description={`${sayFinding(finding)} ${otherExplanations[kind]}`}
        columns={[
          {
            header: kind === "network" ? "Network" : "From",
            cell: ({ at }) => sayPoint(kind, at),
          },
          { header: "Votes", numeric: true, cell: ({ votes }) => sayNumber(votes) },
          {
            header: "Standing out",
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
          Show the votes<span className="sr-only"> of {title}</span>
        </summary>
        {open && <FindingVotes surveyId={surveyId} finding={finding} title={title} />}
      </details>
      <button
        type="button"
        className="btn btn-primary justify-self-start"
        onClick={() => setAsking(true)}
      >
        Set aside {count(votes, "vote")}
        <span className="sr-only"> of {title}</span>
      </button>
      {asking && (
        <SetAsideDialog
          surveyId={surveyId}
          name={{ kind, key }}
          votes={votes}
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
  onClose: () => void;
}

function SetAsideDialog({ surveyId, name, votes, onClose }: SetAsideDialogProps) {
  const setAside = useRouteMutation(routes.setVotesAside);
  return (
    <TextDialog
      title={`Set ${count(votes, "vote")} aside?`}
      lead={
        <p className="text-muted">
          They no longer count, but stay in the public record. Each voter is told, with your reason.
          You can restore them later.
        </p>
      }
      label="Reason, which everybody can read"
      field="reason"
      limit={ASIDE_REASON_MAX}
      required="Please say why"
      action="Set aside"
      onClose={onClose}
      onSend={async (reason) => {
        const { matchedCount } = await setAside.mutateAsync({
          params: { id: surveyId },
          body: { ...name, reason },
        });
        onClose();
        void alerts.show({
          icon: "success",
          title: "Set aside",
          text: `${count(matchedCount, "vote")} no longer ${plural(matchedCount, "counts", "count")}.`,
        });
      }}
    />
  );
}
