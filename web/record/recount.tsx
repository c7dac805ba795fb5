import { lazy, Suspense, useState } from "react";
import type { RecountedSurvey } from "./run-recount.ts";

const RecountPanel = lazy(() => import("./recount-panel.tsx"));

interface RecountProps {
  survey: RecountedSurvey;
  /** As they are shown on this page. */
  results: { yes: number; no: number };
}

/** Counts all votes again in this browser, when somebody opens it. */
export function Recount({ survey, results }: RecountProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1.5 font-medium">Recount</summary>
      {open && (
        <Suspense fallback={<progress className="progress" aria-label="Loading" />}>
          <RecountPanel survey={survey} results={results} />
        </Suspense>
      )}
    </details>
  );
}
