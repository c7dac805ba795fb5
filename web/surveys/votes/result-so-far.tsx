import type { ReactNode } from "react";
import * as t from "#words/votes";
import type { ResultsMode } from "../../../contract/results.ts";
import { Bars } from "./shared/bars.tsx";
import { HonestSentence } from "./shared/honest-sentence.tsx";
import type { Results } from "./shared/live-results.ts";
import type { WhoAnswered } from "./shared/who-answered.ts";

interface ResultSoFarProps {
  results: Results;
  survey: Pick<WhoAnswered, "setAside"> & { resultsMode: ResultsMode };
  /** Shown below the result. */
  children: ReactNode;
}

/** Below the form, for those who may see the result before they vote. */
export function ResultSoFar({ results, survey, children }: ResultSoFarProps) {
  return (
    <section
      aria-labelledby="so-far"
      className="mt-8 grid gap-4 border-t border-base-content/20 pt-8"
    >
      <h2 id="so-far" className="font-display text-xl font-bold">
        {t.soFar}
      </h2>
      <Bars results={results} />
      <HonestSentence results={results} setAside={survey.setAside} />
      <p className="text-sm text-muted">{t.whoSeesResult[survey.resultsMode]}</p>
      {children}
    </section>
  );
}
