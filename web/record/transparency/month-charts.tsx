import { ownStatuses as ownStatusLabels, statuses as statusLabels } from "#words/labels";
import * as t from "#words/transparency";
import { surveyStatuses } from "../../../contract/survey-status.ts";
import { ChartFrame } from "../../components/charts/chart-frame.tsx";
import { BarPlot, DayPlot } from "../../components/charts/plots.tsx";
import { hourTicksTo, type Tick } from "../../components/charts/ticks.ts";
import type { Column } from "../../components/data-table.tsx";
import { sayHours, sayMonth, sayNumber } from "../../lib/format.ts";
import type { Transparency } from "./queries.ts";

type Month = Transparency["months"][number];

interface Measure {
  title: string;
  description: (total: number) => string;
  /** What the chart's bars show. */
  value: (month: Month) => number | null;
  say?: (value: number) => string;
  ticksFor?: (most: number) => Tick[];
  columns: Column<Month>[];
}

const month: Column<Month> = { header: t.month, cell: ({ month }) => sayMonth(month) };
const counted = (header: string, value: (month: Month) => number): Column<Month> => ({
  header,
  cell: (row) => sayNumber(value(row)),
  numeric: true,
});

const measures: Measure[] = [
  {
    title: t.decisions,
    description: (count) => t.decisionsText({ count }),
    value: ({ decided }) => decided,
    columns: [
      counted(t.decided, ({ decided }) => decided),
      counted(ownStatusLabels.unpublish, ({ rejected }) => rejected),
    ],
  },
  {
    title: t.timeToDecision,
    description: () => t.timeToDecisionText,
    value: ({ medianHours }) => medianHours,
    say: sayHours,
    ticksFor: hourTicksTo,
    columns: [
      {
        header: t.halfWaited,
        cell: ({ medianHours }) => (medianHours === null ? "–" : sayHours(medianHours)),
        numeric: true,
      },
    ],
  },
  {
    title: t.surveysTakenDown,
    description: (count) => t.surveysTakenDownText({ count }),
    value: ({ takenDown }) => takenDown,
    columns: [counted(t.takenDown, ({ takenDown }) => takenDown)],
  },
  {
    title: t.commentsHidden,
    description: (count) => t.commentsHiddenText({ count }),
    value: ({ commentsHidden }) => commentsHidden,
    columns: [counted(t.hidden, ({ commentsHidden }) => commentsHidden)],
  },
  {
    title: t.votesSetAside,
    description: (count) => t.votesSetAsideText({ count }),
    value: ({ votesSetAside }) => votesSetAside,
    columns: [
      counted(t.setAside, ({ votesSetAside }) => votesSetAside),
      counted(t.restored, ({ votesRestored }) => votesRestored),
    ],
  },
];

const surveyColumns: Column<Month>[] = [
  month,
  ...surveyStatuses.map((status) =>
    counted(statusLabels[status], ({ surveys }) => countOf(surveys, status)),
  ),
];

function countOf(counts: Month["surveys"], status: (typeof surveyStatuses)[number]): number {
  return counts.find((row) => row.status === status)?.surveys ?? 0;
}

export function MonthCharts({ months, byStatus }: Pick<Transparency, "months" | "byStatus">) {
  const newestFirst = months.toReversed();
  const all = byStatus.reduce((sum, { surveys }) => sum + surveys, 0);
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <ChartFrame
        title={t.surveysByState}
        description={t.surveysByStateText({ count: all })}
        columns={surveyColumns}
        rows={newestFirst}
        rowKey={(row) => row.month}
      >
        <BarPlot
          bars={byStatus.map(({ status, surveys }) => ({
            label: statusLabels[status],
            value: surveys,
          }))}
        />
      </ChartFrame>
      {measures.map(({ title, description, value, say = sayNumber, ticksFor, columns }) => (
        <ChartFrame
          key={title}
          title={title}
          description={description(months.reduce((sum, row) => sum + (value(row) ?? 0), 0))}
          columns={[month, ...columns]}
          rows={newestFirst}
          rowKey={(row) => row.month}
        >
          <DayPlot
            label={title}
            ticksFor={ticksFor}
            days={months.map((row) => ({ date: row.month, value: value(row) }))}
            say={say}
            sayDate={sayMonth}
            sayShortDate={sayMonth}
          />
        </ChartFrame>
      ))}
    </div>
  );
}
