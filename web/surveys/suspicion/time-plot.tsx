import * as t from "#words/suspicion";
import type { Finding } from "../../../contract/suspicion.ts";
import { Plot } from "../../components/charts/plot.tsx";
import { barsOf } from "../../components/charts/plots.tsx";
import { ticksTo } from "../../components/charts/ticks.ts";
import { sayNumber } from "../../lib/format.ts";
import { sayMinute } from "./words.ts";

interface TimePlotProps {
  label: string;
  points: Finding["points"];
}

/** A bar for each minute or hour; what stands out has the stronger colour. */
export function TimePlot({ label, points }: TimePlotProps) {
  const most = Math.max(...points.map(({ votes }) => votes));
  return (
    <div className="flex h-full flex-col gap-1 text-[0.8125rem] text-muted">
      <div className="min-h-0 grow">
        <Plot
          label={label}
          ticks={ticksTo(most, sayNumber)}
          points={points.map(({ at, votes, concerned }, place) => ({
            at: (place + 0.5) / points.length,
            name: sayMinute(at),
            value: t.pointVotes({ votes, concerned }),
          }))}
          ends={[points[0], points.at(-1)].flatMap((point) => (point ? sayMinute(point.at) : []))}
          width={points.length}
        >
          {(top) => (
            <>
              <path className="fill-muted/40" d={barsOf(pick(points, "votes"), top)} />
              <path className="fill-primary" d={barsOf(pick(points, "concerned"), top)} />
            </>
          )}
        </Plot>
      </div>
      <p className="flex flex-wrap gap-x-4">
        <Key colour="bg-primary">{t.colours.concerned}</Key>
        <Key colour="bg-muted/40">{t.colours.others}</Key>
      </p>
    </div>
  );
}

function pick(points: Finding["points"], field: "votes" | "concerned"): number[] {
  return points.map((point) => point[field]);
}

function Key({ colour, children }: { colour: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg className={`size-3 rounded-sm ${colour}`} aria-hidden="true" /> {children}
    </span>
  );
}
