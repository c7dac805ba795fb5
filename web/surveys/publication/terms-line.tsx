import * as t from "#words/publication";
import type { ResultsMode } from "../../../contract/results.ts";
import { FullTime } from "../../components/full-time.tsx";

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
  const sayClosing = phase === "closed" ? t.termsClosed : t.termsCloses;
  return (
    <p className="text-sm text-muted">
      {opensAt && <>{t.termsOpens({ time: () => <FullTime timestamp={opensAt} /> })} · </>}
      {closesAt ? sayClosing({ time: () => <FullTime timestamp={closesAt} /> }) : t.termsNoClosing}{" "}
      · {t.termsResults[resultsMode]}
    </p>
  );
}
