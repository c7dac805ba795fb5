import { ownStatusLabels, statusLabels, surveyStatuses } from "../../contract/survey-status.ts";
import { ChartFrame } from "../components/charts/chart-frame.tsx";
import { BarPlot, DayPlot } from "../components/charts/plots.tsx";
import { hourTicksTo, type Tick } from "../components/charts/ticks.ts";
import type { Column } from "../components/data-table.tsx";
import { count, sayHours, sayMonth, sayNumber } from "../lib/format.ts";
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

const month: Column<Month> = { header: "Month", cell: ({ month }) => sayMonth(month) };
const counted = (header: string, value: (month: Month) => number): Column<Month> => ({
  header,
  cell: (row) => sayNumber(value(row)),
  numeric: true,
});

const measures: Measure[] = [
  {
    title: "Decisions",
    description: (total) =>
      `${count(total, "decision")} in twelve months on surveys. The table shows how many were rejected.`,
    value: ({ decided }) => decided,
    columns: [
      counted("Decided", ({ decided }) => decided),
      counted(ownStatusLabels.unpublish, ({ rejected }) => rejected),
    ],
  },
  {
    title: "Time to a decision",
    description: () =>
      "Half of the surveys waited this long or less, by the month of the decision.",
    value: ({ medianHours }) => medianHours,
    say: sayHours,
    ticksFor: hourTicksTo,
    columns: [
      {
        header: "Half waited no longer than",
        cell: ({ medianHours }) => (medianHours === null ? "–" : sayHours(medianHours)),
        numeric: true,
      },
    ],
  },
  {
    title: "Surveys taken down",
    description: (total) =>
      `${count(total, "published survey")} taken down again in twelve months.`,
    value: ({ takenDown }) => takenDown,
    columns: [counted("Taken down", ({ takenDown }) => takenDown)],
  },
  {
    title: "Comments hidden",
    description: (total) =>
      total === 0
        ? "No comments are hidden."
        : `${count(total, "comment")} hidden in twelve months, and still hidden.`,
    value: ({ commentsHidden }) => commentsHidden,
    columns: [counted("Hidden", ({ commentsHidden }) => commentsHidden)],
  },
  {
    title: "Votes set aside",
    description: (total) =>
      `${count(total, "vote")} set aside in twelve months. The table shows how many were restored.`,
    value: ({ votesSetAside }) => votesSetAside,
    columns: [
      counted("Set aside", ({ votesSetAside }) => votesSetAside),
      counted("Restored", ({ votesRestored }) => votesRestored),
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
        title="Surveys by state"
        description={`${count(all, "survey")}. The table lists them by month received.`}
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
