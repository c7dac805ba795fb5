import { categories as categoryLabels, statuses as statusLabels } from "#words/labels";
import * as t from "#words/overview";
import { ChartFrame } from "../../components/charts/chart-frame.tsx";
import { BarPlot, DayPlot } from "../../components/charts/plots.tsx";
import type { Column } from "../../components/data-table.tsx";
import { sayDay, sayDollars, sayNumber } from "../../lib/format.ts";
import type { Overview } from "./queries.ts";

type Day = Overview["perDay"][number];

interface Measure {
  field: Exclude<keyof Day, "date">;
  say: (value: number) => string;
  /** The total in a sentence. */
  saySum: (total: { sum: number; days: number }) => string;
}

const measures: Measure[] = [
  { field: "registrations", say: sayNumber, saySum: t.registrationsOver },
  { field: "votes", say: sayNumber, saySum: t.votesOver },
  { field: "surveys", say: sayNumber, saySum: t.surveysOver },
  {
    field: "revenue",
    say: sayDollars,
    saySum: ({ sum, days }) => t.revenueOver({ sum: sayDollars(sum), days }),
  },
];

export function Charts({ overview: { perDay, byStatus, byCategory } }: { overview: Overview }) {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      {measures.map((measure) => (
        <DayChart key={measure.field} days={perDay} measure={measure} />
      ))}
      <ChartFrame
        title={t.charts.byStatus}
        description={t.byStatusShows}
        columns={statusColumns}
        rows={byStatus}
        rowKey={({ status }) => status}
      >
        <BarPlot
          bars={byStatus.map(({ status, surveys }) => ({
            label: statusLabels[status],
            value: surveys,
          }))}
        />
      </ChartFrame>
      <ChartFrame
        title={t.charts.byCategory}
        description={t.byCategoryShows}
        columns={categoryColumns}
        rows={byCategory}
        rowKey={({ category }) => category}
      >
        <BarPlot
          bars={byCategory.map(({ category, surveys }) => ({
            label: categoryLabels[category],
            value: surveys,
          }))}
        />
      </ChartFrame>
    </div>
  );
}

const statusColumns: Column<Overview["byStatus"][number]>[] = [
  { header: t.columns.status, cell: ({ status }) => statusLabels[status] },
  { header: t.columns.surveys, numeric: true, cell: ({ surveys }) => sayNumber(surveys) },
];

const categoryColumns: Column<Overview["byCategory"][number]>[] = [
  { header: t.columns.category, cell: ({ category }) => categoryLabels[category] },
  { header: t.columns.surveys, numeric: true, cell: ({ surveys }) => sayNumber(surveys) },
  { header: t.columns.votes, numeric: true, cell: ({ votes }) => sayNumber(votes) },
];

function DayChart({ days, measure }: { days: Day[]; measure: Measure }) {
  const { field, say, saySum } = measure;
  const title = t.charts[field];
  const values = days.map((day) => ({ date: day.date, value: day[field] }));
  const sum = values.reduce((total, { value }) => total + value, 0);
  return (
    <ChartFrame
      title={title}
      description={saySum({ sum, days: days.length })}
      columns={[
        { header: t.columns.day, cell: ({ date }) => sayDay(date) },
        { header: title, numeric: true, cell: ({ value }) => say(value) },
      ]}
      // The newest day first, because most people look for that one.
      rows={values.toReversed()}
      rowKey={({ date }) => date}
    >
      <DayPlot label={title} days={values} say={say} />
    </ChartFrame>
  );
}
