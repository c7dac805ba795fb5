import { type CSSProperties, type PointerEvent, useState } from "react";
import { Scale } from "./scale.tsx";
import { sayDay, sayNumber, sayShortDay } from "./words.ts";

// Keyboard users and screen readers read the table below each chart instead.

// More bars than this would be thinner than a pixel on a phone.
const BARS_MAX = 100;

interface DayPlotProps {
  days: { date: string; value: number }[];
  say: (value: number) => string;
  /** Names of the days, if they stand for something longer. */
  sayDate?: (date: string) => string;
  sayShortDate?: (date: string) => string;
}

/** A bar for each day, or an area if there are many. */
export function DayPlot(props: DayPlotProps) {
  const { days, say, sayDate = sayDay, sayShortDate = sayShortDay } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const top = roundUp(Math.max(...days.map(({ value }) => value)));
  const shown = pointed === null ? undefined : days[pointed];

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.floor(((clientX - left) / width) * days.length));
  }

  return (
    <div className="grid h-full grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
      <Scale top={top} say={say} />
      <div
        className="relative border-y border-base-300"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <div className="absolute inset-x-0 top-1/2 border-t border-base-300" />
        <svg
          viewBox={`0 0 ${days.length} ${top}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full fill-primary"
          aria-hidden="true"
        >
          <path d={days.length > BARS_MAX ? area(days, top) : bars(days, top)} />
        </svg>
        {shown && (
          <p
            className="pointer-events-none absolute top-1 left-(--place) -translate-x-(--place) rounded-field border border-base-300 bg-base-100 px-2 py-1 whitespace-nowrap text-base-content"
            style={{ "--place": `${((pointed ?? 0) / days.length) * 100}%` } as CSSProperties}
          >
            {sayDate(shown.date)}: <strong>{say(shown.value)}</strong>
          </p>
        )}
      </div>
      <div className="col-start-2 flex justify-between">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day) => day && <span key={day.date}>{sayShortDate(day.date)}</span>,
        )}
      </div>
    </div>
  );
}

function bars(days: DayPlotProps["days"], top: number): string {
  return days.map(({ value }, day) => `M${day + 0.1} ${top}V${top - value}h0.8V${top}Z`).join("");
}

function area(days: DayPlotProps["days"], top: number): string {
  const line = days.map(({ value }, day) => `L${day + 0.5} ${top - value}`).join("");
  return `M0.5 ${top}${line}V${top}Z`;
}

/** The next even number with one or two digits that are not zero, so that half of it is whole. */
export function roundUp(value: number): number {
  const step = Math.max(2, 10 ** Math.floor(Math.log10(Math.max(value, 1))) / 5);
  return Math.max(2, Math.ceil(value / step) * step);
}

interface BarPlotProps {
  /** Those that are not meant, but there to compare with, are faint. */
  bars: { label: string; value: number; isFaint?: boolean }[];
}

/** A line for each, with its number at the end of its bar. */
export function BarPlot({ bars: lines }: BarPlotProps) {
  const most = Math.max(1, ...lines.map(({ value }) => value));
  return (
    <ul className="grid h-full grid-cols-[auto_1fr] content-evenly gap-x-3">
      {lines.map(({ label, value, isFaint }) => (
        <li key={label} className="col-span-2 grid grid-cols-subgrid items-center">
          <span className="text-end text-[0.8125rem] text-muted">{label}</span>
          <span className="flex items-center gap-2">
            {/* The width is an attribute, because the HTML that the server renders has no styles. */}
            <svg
              width={`${(value / most) * 85}%`}
              className={`h-7 min-w-px rounded-e-sm ${isFaint ? "bg-muted/40" : "bg-primary"}`}
              aria-hidden="true"
            />
            <span className="text-sm font-semibold tabular-nums">{sayNumber(value)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
