import type { ResultsMode } from "../../contract/results.ts";
import { FullTime } from "../components/full-time.tsx";

export const resultsLabels: Record<ResultsMode, string> = {
  always: "Everybody, at any time",
  voted: "Everybody who has voted",
  closed: "Everybody, but only after closing",
};

interface TermsLineProps {
  survey: {
    opensAt: string | null;
    closesAt: string | null;
    phase: "upcoming" | "open" | "closed";
    resultsMode: ResultsMode;
  };
}

/** When people can vote, and who sees the results: part of what an admin approves. */
export function TermsLine({ survey: { opensAt, closesAt, phase, resultsMode } }: TermsLineProps) {
  return (
    <p className="text-sm text-muted">
      {opensAt && (
        <>
          Opens <FullTime timestamp={opensAt} /> ·{" "}
        </>
      )}
      {closesAt ? (
        <>
          {phase === "closed" ? "Closed" : "Closes"} <FullTime timestamp={closesAt} />
        </>
      ) : (
        "No closing time"
      )}{" "}
      · Results: {resultsLabels[resultsMode].toLowerCase()}
    </p>
  );
}
