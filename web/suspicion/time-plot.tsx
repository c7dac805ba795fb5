import type { Finding } from "../../contract/suspicion.ts";
import { roundUp } from "../overview/shared/plots.tsx";
import { Scale } from "../overview/shared/scale.tsx";
import { sayNumber } from "../overview/shared/words.ts";
import { sayMinute } from "./words.ts";

/** A bar for each minute or hour; what stands out has the stronger colour. */
export function TimePlot({ points }: { points: Finding["points"] }) {
  const top = roundUp(Math.max(...points.map(({ votes }) => votes)));
  const bars = (value: (point: Finding["points"][number]) => number) =>
    points
      .map((point, place) => `M${place + 0.1} ${top}V${top - value(point)}h0.8V${top}Z`)
      .join("");
  return (
    <div className="grid h-full grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
      <Scale top={top} say={sayNumber} />
      <div className="relative border-y border-base-300">
        <div className="absolute inset-x-0 top-1/2 border-t border-base-300" />
        <svg
          viewBox={`0 0 ${points.length} ${top}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
          aria-hidden="true"
        >
          <path className="fill-muted/40" d={bars(({ votes }) => votes)} />
          <path className="fill-primary" d={bars(({ concerned }) => concerned)} />
        </svg>
      </div>
      <div className="col-start-2 flex justify-between">
        {[points[0], points.at(-1)].map(
          (point) => point && <span key={point.at}>{sayMinute(point.at)}</span>,
        )}
      </div>
      <div className="col-start-2 flex flex-wrap gap-x-4">
        <span className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm bg-primary" /> standing out
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm bg-muted/40" /> other votes
        </span>
      </div>
    </div>
  );
}
