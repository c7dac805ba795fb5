import { useQuery } from "@tanstack/react-query";
import * as record from "#words/record";
import * as t from "#words/surveyResults";
import { routes } from "../../../contract/routes.ts";
import { ChartNumbers } from "../../components/charts/chart-numbers.tsx";
import { Plot } from "../../components/charts/plot.tsx";
import { ticksTo } from "../../components/charts/ticks.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { sayNumber } from "../../lib/format.ts";
import { readOf } from "../../lib/route-queries.ts";
import { type Growth, sayMoment } from "./growth-words.ts";

/** How many votes came when, by what is in the record. */
export function PaceChart({ surveyId }: { surveyId: string }) {
  const params = { id: surveyId };
  const { data, error, refetch } = useQuery(readOf(routes.readTimeline, { params }));
  if (error && !data) {
    return <RetryNotice title={record.growthNotShown} problem={error} onRetry={refetch} />;
  }
  if (!data) return <div className="skeleton h-64 rounded-field bg-base-300" />;
  if (data.from === null) return <p className="max-w-prose">{record.growthTooEarly}</p>;
  return <Pace growth={data} from={data.from} />;
}

const HOUR_MS = 3_600_000;

function Pace({ growth, from }: { growth: Growth; from: string }) {
  const start = Date.parse(from);
  const rows = growth.points.map((point, place) => {
    const before = growth.points[place - 1] ?? { until: from, yes: 0, no: 0 };
    const end = Date.parse(point.until);
    const votes = point.yes + point.no - before.yes - before.no;
    // The last hour may have begun just now, and votes that are set aside later are taken out.
    const hours = Math.max(1, (end - Date.parse(before.until)) / HOUR_MS);
    return { name: sayMoment(point.until, growth), end, votes, perHour: votes / hours };
  });
  const span = Math.max(1, (rows.at(-1)?.end ?? start) - start);
  const across = (time: number) => (time - start) / span;
  const most = Math.max(1, ...rows.map(({ perHour }) => perHour));
  return (
    <div className="grid min-w-0 gap-3">
      <div className="h-64">
        <Plot
          label={t.perHour}
          ticks={ticksTo(most, sayNumber)}
          points={rows.map(({ name, end, ...pace }) => ({
            at: across(end),
            name,
            value: say(pace),
          }))}
          ends={[sayMoment(from, growth), rows.at(-1)?.name ?? ""]}
          width={1}
        >
          {(top) => (
            <path
              className="fill-primary"
              d={`M0 ${top}${rows
                .map(({ end, perHour }) => `V${top - perHour}H${across(end)}`)
                .join("")}V${top}Z`}
            />
          )}
        </Plot>
      </div>
      <ChartNumbers
        title={t.perHour}
        columns={[
          { header: record.growthUntil, cell: ({ name }) => name },
          { header: t.votesColumn, cell: ({ votes }) => sayNumber(votes), numeric: true },
          { header: t.perHourColumn, cell: ({ perHour }) => sayPace(perHour), numeric: true },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </div>
  );
}

/** Whole numbers, and one digit more where there are few. */
const sayPace = (perHour: number) => sayNumber(Number(perHour.toFixed(perHour < 10 ? 1 : 0)));

const say = ({ votes, perHour }: { votes: number; perHour: number }) =>
  t.pace({ votes, perHour: Number(perHour.toFixed(perHour < 10 ? 1 : 0)) });
