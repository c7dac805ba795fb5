import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as common from "#words/common";
import * as t from "#words/record";
import { sharesOf } from "../../../contract/results.ts";
import { routes } from "../../../contract/routes.ts";
import { ChartNumbers } from "../../components/charts/chart-numbers.tsx";
import type { Column } from "../../components/data-table.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { sayNumber } from "../../lib/format.ts";
import { readOf } from "../../lib/route-queries.ts";
import { GrowthPlot } from "./growth-plot.tsx";
import { type Growth, type GrowthPoint, sayGrowth, sayMoment } from "./growth-words.ts";

interface GrowthChartProps {
  surveyId: string;
  /** Stands here while it loads. */
  outline: ReactNode;
}

export default function GrowthChart({ surveyId, outline }: GrowthChartProps) {
  const params = { id: surveyId };
  const { data: growth, error, refetch } = useQuery(readOf(routes.readTimeline, { params }));
  if (growth) return <Shown growth={growth} />;
  if (error) {
    return <RetryNotice title={t.growthNotShown} problem={error} onRetry={refetch} />;
  }
  return outline;
}

function Shown({ growth }: { growth: Growth }) {
  const { from, points } = growth;
  if (from === null) {
    return <p className="max-w-prose pt-2 text-muted">{t.growthTooEarly}</p>;
  }
  return (
    <div className="grid min-w-0 gap-3 pt-2">
      <p className="text-muted">{sayGrowth({ from, points })}</p>
      <div className="h-64">
        <GrowthPlot label={t.growthTitle} from={from} points={points} />
      </div>
      <ChartNumbers
        title={t.growthTitle}
        columns={columnsFor(growth)}
        rows={points}
        rowKey={({ until }) => until}
      />
      <p className="text-sm text-muted">{t.growthNote}</p>
    </div>
  );
}

function columnsFor(growth: Growth): Column<GrowthPoint>[] {
  return [
    { header: t.growthUntil, cell: ({ until }) => sayMoment(until, growth) },
    { header: common.votes.yes, cell: ({ yes }) => sayNumber(yes), numeric: true },
    { header: common.votes.no, cell: ({ no }) => sayNumber(no), numeric: true },
    { header: t.growthShare, cell: (point) => sharesOf(point)?.yes ?? 0, numeric: true },
  ];
}
