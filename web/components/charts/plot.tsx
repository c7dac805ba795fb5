import { type CSSProperties, type PointerEvent, type ReactNode, useState } from "react";
import * as t from "#words/charts";
import type { Tick } from "./ticks.ts";

interface PlotPoint {
  /** Where it stands, from 0 at the left to 1 at the right: time goes so in every language. */
  at: number;
  name: string;
  value: string;
}

interface PlotProps {
  /** What the values are, for those who don't see the plot. */
  label: string;
  ticks: Tick[];
  /** From left to right. */
  points: PlotPoint[];
  /** Stand below, evenly spread. */
  ends: string[];
  /** How many units wide the drawing is. */
  width: number;
  /** What is drawn, on a grid as wide and, with zero at its bottom, as high as it is told. */
  children: (top: number) => ReactNode;
}

/**
 * The frame of every plot over time: its scale, and the value that somebody points at or reaches with
 * the arrow keys. A slider that can't be seen has the keys, because every screen reader knows it.
 */
export function Plot({ label, ticks, points, ends, width, children }: PlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const last = points.length - 1;
  const current = Math.min(pointed ?? last, last);
  const top = ticks.at(-1)?.value ?? 1;
  const shown = pointed === null ? undefined : points[current];

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(nearest(points, (clientX - left) / width));
  }

  return (
    <div
      dir="ltr"
      className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 gap-y-2 pt-2 text-[0.8125rem] text-muted"
    >
      <div
        aria-hidden="true"
        className="flex flex-col-reverse justify-between text-end leading-none tabular-nums"
      >
        {ticks.map((tick) => (
          <span key={tick.value} className="flex h-0 items-center justify-end">
            <bdi>{tick.label}</bdi>
          </span>
        ))}
      </div>
      <div
        className="relative rounded-xs has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ currentTarget }) => {
          if (!currentTarget.contains(document.activeElement)) setPointed(null);
        }}
      >
        <div className="absolute inset-0 flex flex-col justify-between">
          {ticks.map((tick) => (
            <div key={tick.value} className="h-0 border-t border-base-300" />
          ))}
        </div>
        <svg
          viewBox={`0 0 ${width} ${top}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
          aria-hidden="true"
        >
          {children(top)}
        </svg>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={points[current] && t.point(points[current])}
          max={last}
          value={current}
          onChange={({ target }) => setPointed(Number(target.value))}
          onFocus={() => setPointed(current)}
          onBlur={() => setPointed(null)}
          onKeyDown={({ key }) => key === "Escape" && setPointed(null)}
          className="pointer-events-none absolute inset-0 m-0 size-full opacity-0 noscript:hidden"
        />
        {shown && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 text-base-content"
            style={{ "--place": `${shown.at * 100}%` } as CSSProperties}
          >
            <div className="absolute inset-y-0 start-(--place) border-s border-dashed" />
            <p className="absolute top-1 start-(--place) -translate-x-(--place) rounded-field border border-base-300 bg-base-100 px-2 py-1 whitespace-nowrap">
              <bdi>{t.pointShown({ ...shown, strong: (value) => <strong>{value}</strong> })}</bdi>
            </p>
          </div>
        )}
      </div>
      <div aria-hidden="true" className="col-start-2 flex justify-between gap-2">
        {[...new Set(ends)].map((end) => (
          <span key={end} className="last:text-end">
            <bdi>{end}</bdi>
          </span>
        ))}
      </div>
    </div>
  );
}

function nearest(points: PlotPoint[], place: number): number {
  const away = points.map(({ at }) => Math.abs(at - place));
  return away.indexOf(Math.min(...away));
}

/** Stands where a plot without any values would be. */
export function EmptyPlot({ children }: { children: ReactNode }) {
  return (
    <p className="grid h-full place-items-center rounded-field border border-dashed border-base-300 text-center text-muted">
      {children}
    </p>
  );
}
