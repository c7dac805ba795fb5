import * as t from "#words/record";
import { Disclosure } from "../../components/disclosure.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";

const GrowthChart = lazyPart(() => import("./growth-chart.tsx"));

/** How the result grew, loaded when somebody opens it. */
export function Timeline({ surveyId }: { surveyId: string }) {
  return (
    <Disclosure title={t.growthTitle} outline={<GrowthOutline />}>
      <GrowthChart surveyId={surveyId} outline={<GrowthOutline />} />
    </Disclosure>
  );
}

/** As high as the chart. */
function GrowthOutline() {
  return (
    <div role="status" className="grid gap-3 pt-2">
      <span className="sr-only">{t.loadingGrowth}</span>
      <div className="skeleton h-72 rounded-field bg-base-300" />
    </div>
  );
}
