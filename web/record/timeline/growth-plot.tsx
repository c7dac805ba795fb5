import * as t from "#words/record";
import { Plot } from "../../components/charts/plot.tsx";
import { ticksTo } from "../../components/charts/ticks.ts";
import { sayNumber } from "../../lib/format.ts";
import { type GrowthPoint, sayMoment } from "./growth-words.ts";

interface GrowthPlotProps {
  label: string;
  from: string;
  points: GrowthPoint[];
}

/** Two lines over time, yes and no, which is broken so that it does not depend on the colour. */
export function GrowthPlot({ label, from, points }: GrowthPlotProps) {
  const start = Date.parse(from);
  const { until, yes, no } = points.at(-1) ?? { until: from, yes: 0, no: 0 };
  const span = Math.max(1, Date.parse(until) - start);
  const across = (point: GrowthPoint) => (Date.parse(point.until) - start) / span;
  const line = (side: "yes" | "no", top: number) =>
    `M0 ${top}${points.map((point) => `L${across(point)} ${top - point[side]}`).join("")}`;
  const say = (time: string) => sayMoment(time, { from, points });

  return (
    <div className="flex h-full flex-col">
      <p className="flex gap-5 pb-1 text-[0.8125rem] font-semibold">
        <Key colour="text-yes">{t.yesLine({ votes: yes })}</Key>
        <Key colour="text-no" broken>
          {t.noLine({ votes: no })}
        </Key>
      </p>
      <div className="min-h-0 grow">
        <Plot
          label={label}
          ticks={ticksTo(Math.max(yes, no), sayNumber)}
          points={points.map((point) => ({
            at: across(point),
            name: say(point.until),
            value: t.growthPoint({ yes: point.yes, no: point.no }),
          }))}
          ends={[say(from), say(until)]}
          width={1}
        >
          {(top) => (
            <g className="fill-none stroke-[3px]">
              <path d={line("yes", top)} vectorEffect="non-scaling-stroke" className="stroke-yes" />
              <path
                d={line("no", top)}
                vectorEffect="non-scaling-stroke"
                strokeDasharray="7 5"
                className="stroke-no"
              />
            </g>
          )}
        </Plot>
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
