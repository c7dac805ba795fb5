import { type CSSProperties, type PointerEvent, useState } from "react";
import { roundUp } from "../overview/shared/plots.tsx";
import { Scale } from "../overview/shared/scale.tsx";
import { sayNumber } from "../overview/shared/words.ts";
import { type GrowthPoint, sayMoment } from "./growth-words.ts";

interface GrowthPlotProps {
  from: string;
  points: GrowthPoint[];
}

/** Two lines over time, yes and no, which is broken so that it does not depend on the colour. */
export function GrowthPlot({ from, points }: GrowthPlotProps) {
  const [pointed, setPointed] = useState<GrowthPoint | null>(null);
  const start = Date.parse(from);
  const last = points.at(-1);
  const span = Math.max(1, Date.parse(last?.until ?? from) - start);
  const top = roundUp(Math.max(last?.yes ?? 0, last?.no ?? 0));
  const across = ({ until }: GrowthPoint) => ((Date.parse(until) - start) / span) * 100;
  const line = (side: "yes" | "no") =>
    `M0 100${points.map((point) => `L${across(point)} ${100 - (point[side] / top) * 100}`).join("")}`;

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = ((clientX - left) / width) * 100;
    setPointed(points.find((next) => across(next) >= place) ?? null);
  }

  return (
    <div className="grid h-full grid-cols-[auto_1fr] grid-rows-[auto_1fr_auto] gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
      <p className="col-span-2 flex gap-5 pb-1 font-semibold">
        <Key colour="text-yes">Yes {sayNumber(last?.yes ?? 0)}</Key>
        <Key colour="text-no" broken>
          No {sayNumber(last?.no ?? 0)}
        </Key>
      </p>
      <Scale top={top} say={sayNumber} />
      <div
        className="relative border-y border-base-300"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <div className="absolute inset-x-0 top-1/2 border-t border-base-300" />
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible fill-none stroke-[3px]"
          aria-hidden="true"
        >
          <path d={line("yes")} vectorEffect="non-scaling-stroke" className="stroke-yes" />
          <path
            d={line("no")}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="7 5"
            className="stroke-no"
          />
        </svg>
        {pointed && (
          <p
            className="pointer-events-none absolute top-1 left-(--place) -translate-x-(--place) rounded-field border border-base-300 bg-base-100 px-2 py-1 whitespace-nowrap text-base-content"
            style={{ "--place": `${across(pointed)}%` } as CSSProperties}
          >
            {sayMoment(pointed.until, { from, points })}:{" "}
            <strong>
              {sayNumber(pointed.yes)} yes, {sayNumber(pointed.no)} no
            </strong>
          </p>
        )}
      </div>
      <div className="col-start-2 flex justify-between gap-4">
        <span>{sayMoment(from, { from, points })}</span>
        <span className="text-end">{last && sayMoment(last.until, { from, points })}</span>
      </div>
    </div>
  );
}

interface KeyProps {
  colour: string;
  broken?: boolean;
  children: React.ReactNode;
}

/** A piece of the line with its name. */
function Key({ colour, broken, children }: KeyProps) {
  return (
    <span className={`flex items-center gap-2 ${colour}`}>
      <svg viewBox="0 0 24 4" className="h-1 w-6 stroke-current stroke-[3px]" aria-hidden="true">
        <path d="M0 2H24" strokeDasharray={broken ? "7 5" : undefined} />
      </svg>
      {children}
    </span>
  );
}
