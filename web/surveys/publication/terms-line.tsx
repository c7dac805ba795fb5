import * as t from "#words/publication";
import type { BallotKind } from "../../../contract/ballot-kinds.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import { FullTime } from "../../components/full-time.tsx";

interface TermsLineProps {
  survey: {
    opensAt: string | null;
    closesAt: string | null;
    phase: "upcoming" | "open" | "closed";
    resultsMode: ResultsMode;
    ballot: BallotKind;
  };
}

/** When people can vote, and who sees the results: part of what an admin approves. */
export function TermsLine({ survey }: TermsLineProps) {
  const { opensAt, closesAt, phase, resultsMode, ballot } = survey;
  const sayClosing = phase === "closed" ? t.termsClosed : t.termsCloses;
  return (
    <p className="text-sm text-muted">
      {opensAt && <>{t.termsOpens({ time: () => <FullTime timestamp={opensAt} /> })} · </>}
      {closesAt ? sayClosing({ time: () => <FullTime timestamp={closesAt} /> }) : t.termsNoClosing}{" "}
      · {t.termsResults[resultsMode]} · {t.termsBallot[ballot]}
    </p>
  );
}
