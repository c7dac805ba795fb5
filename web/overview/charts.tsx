import { categoryLabels } from "../../contract/categories.ts";
import { statusLabels } from "../../contract/survey-status.ts";
import { ChartFrame } from "../components/charts/chart-frame.tsx";
import { BarPlot, DayPlot } from "../components/charts/plots.tsx";
import type { Column } from "../components/data-table.tsx";
import { sayDay, sayDollars, sayNumber } from "../lib/format.ts";
import type { Overview } from "./queries.ts";

type Day = Overview["perDay"][number];

interface Measure {
  field: Exclude<keyof Day, "date">;
  title: string;
  /** What the total counts, such as `votes`. */
  what: string;
  say: (value: number) => string;
}

const measures: Measure[] = [
  { field: "registrations", title: "Registrations", what: "new people", say: sayNumber },
  { field: "votes", title: "Votes", what: "votes", say: sayNumber },
  { field: "surveys", title: "New surveys", what: "surveys written", say: sayNumber },
  { field: "revenue", title: "Revenue", what: "from new pro users", say: sayDollars },
];

export function Charts({ overview: { perDay, byStatus, byCategory } }: { overview: Overview }) {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      {measures.map((measure) => (
        <DayChart key={measure.field} days={perDay} measure={measure} />
      ))}
      <ChartFrame
        title="Surveys by state"
        description="All surveys, by status."
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
        title="Surveys by category"
        description="All surveys, by category."
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
  { header: "State", cell: ({ status }) => statusLabels[status] },
  { header: "Surveys", numeric: true, cell: ({ surveys }) => sayNumber(surveys) },
];

const categoryColumns: Column<Overview["byCategory"][number]>[] = [
  { header: "Category", cell: ({ category }) => categoryLabels[category] },
  { header: "Surveys", numeric: true, cell: ({ surveys }) => sayNumber(surveys) },
  { header: "Votes", numeric: true, cell: ({ votes }) => sayNumber(votes) },
];

function DayChart({ days, measure }: { days: Day[]; measure: Measure }) {
  const { field, title, what, say } = measure;
  const values = days.map((day) => ({ date: day.date, value: day[field] }));
  const sum = values.reduce((total, { value }) => total + value, 0);
  return (
    <ChartFrame
      title={title}
      description={`${say(sum)} ${what} over ${days.length} days.`}
      columns={[
        { header: "Day", cell: ({ date }) => sayDay(date) },
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
