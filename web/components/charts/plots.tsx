import * as t from "#words/charts";
import { sayDay, sayNumber, sayShortDay } from "../../lib/format.ts";
import { EmptyPlot, Plot } from "./plot.tsx";
import { type Tick, ticksTo } from "./ticks.ts";

// More bars than this would be thinner than a pixel on a phone.
const BARS_MAX = 100;

interface DayPlotProps {
  label: string;
  /** Null where there is nothing to measure. */
  days: { date: string; value: number | null }[];
  say: (value: number) => string;
  ticksFor?: ((most: number) => Tick[]) | undefined;
  /** Names of the days, if they stand for something longer. */
  sayDate?: (date: string) => string;
  sayShortDate?: (date: string) => string;
}

/** A bar for each day, or an area if there are many. */
export function DayPlot(props: DayPlotProps) {
  const { label, days, say, sayDate = sayDay, sayShortDate = sayShortDay } = props;
  const { ticksFor = (most) => ticksTo(most, say) } = props;
  const values = days.map(({ value }) => value ?? 0);
  const most = Math.max(0, ...values);
  if (most === 0) return <EmptyPlot>{t.nothingInTime}</EmptyPlot>;
  const named = [0, Math.floor(days.length / 2), days.length - 1];
  return (
    <Plot
      label={label}
      ticks={ticksFor(most)}
      points={days.map(({ date, value }, place) => ({
        at: (place + 0.5) / days.length,
        name: sayDate(date),
        value: value === null ? t.noValue : say(value),
      }))}
      ends={days.flatMap(({ date }, place) => (named.includes(place) ? sayShortDate(date) : []))}
      width={days.length}
    >
      {(top) => (
        <path
          className="fill-primary"
          d={days.length > BARS_MAX ? area(values, top) : barsOf(values, top)}
        />
      )}
    </Plot>
  );
}

/** The outline of bars beside each other, on a grid one wide for each and as high as the plot. */
export function barsOf(values: number[], top: number): string {
  return values
    .map((value, place) => (value > 0 ? `M${place + 0.1} ${top}V${top - value}h0.8V${top}Z` : ""))
    .join("");
}

function area(values: number[], top: number): string {
  const line = values.map((value, place) => `L${place + 0.5} ${top - value}`).join("");
  return `M0.5 ${top}${line}V${top}Z`;
}

interface BarPlotProps {
  /** Those that are not meant, but there to compare with, are faint. */
  bars: { label: string; value: number; isFaint?: boolean }[];
}

/** A line for each, with its number at the end of its bar. */
export function BarPlot({ bars }: BarPlotProps) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  if (most === 0) return <EmptyPlot>{t.nothingYet}</EmptyPlot>;
  return (
    <ul className="grid h-full grid-cols-[auto_1fr] content-evenly gap-x-3">
      {bars.map(({ label, value, isFaint }) => (
        <li key={label} className="col-span-2 grid grid-cols-subgrid items-center">
          <span className="text-end text-[0.8125rem] text-muted">{label}</span>
          <span className="flex items-center gap-2">
            {/* The width is an attribute, because the HTML that the server renders has no styles. */}
            {value > 0 && (
              <svg
                width={`${(value / most) * 85}%`}
                className={`h-7 min-w-px rounded-e-sm ${isFaint ? "bg-muted/40" : "bg-primary"}`}
                aria-hidden="true"
              />
            )}
            <span className="text-sm font-semibold whitespace-nowrap tabular-nums">
              {sayNumber(value)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
