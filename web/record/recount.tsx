import { Disclosure } from "../components/disclosure.tsx";
import { lazyPart } from "../components/lazy-page.tsx";
import type { RecountedSurvey } from "./run-recount.ts";

const RecountPanel = lazyPart(() => import("./recount-panel.tsx"));

interface RecountProps {
  survey: RecountedSurvey;
  /** As they are shown on this page. */
  results: { yes: number; no: number };
}

/** Counts all votes again in this browser, when somebody opens it. */
export function Recount({ survey, results }: RecountProps) {
  return (
    <Disclosure title="Recount" outline={<progress className="progress" aria-label="Loading" />}>
      <RecountPanel survey={survey} results={results} />
    </Disclosure>
  );
}
