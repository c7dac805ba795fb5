import { lazy, Suspense, useState } from "react";

const GrowthChart = lazy(() => import("./growth-chart.tsx"));

/** How the result grew, loaded when somebody opens it. */
export function Timeline({ surveyId }: { surveyId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1.5 font-medium">How the result grew</summary>
      {open && (
        <Suspense fallback={<GrowthOutline />}>
          <GrowthChart surveyId={surveyId} outline={<GrowthOutline />} />
        </Suspense>
      )}
    </details>
  );
}

/** As high as the chart. */
function GrowthOutline() {
  return (
    <div role="status" className="grid gap-3 pt-2">
      <span className="sr-only">Loading how the result grew</span>
      <div className="skeleton h-72 rounded-field bg-base-300" />
    </div>
  );
}
