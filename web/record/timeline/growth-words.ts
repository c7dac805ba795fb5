import * as t from "#words/record";
import { sharesOf } from "../../../contract/results.ts";
import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { sayDate } from "../../lib/format.ts";

export type Growth = Reply<typeof routes.readTimeline>;
export type GrowthPoint = Growth["points"][number];

const DAY_MS = 86_400_000;

/** In the reader's own time; the hour matters only while a survey is young. */
export function sayMoment(time: string, { from, points }: Growth): string {
  const last = points.at(-1)?.until ?? time;
  const span = Date.parse(last) - Date.parse(from ?? time);
  return sayDate(time, span < 20 * DAY_MS ? "minute" : "day");
}

/** The chart in words: where it began and where it is. */
export function sayGrowth(growth: Growth): string {
  const [first] = growth.points;
  const last = growth.points.at(-1);
  if (!first || !last) return "";
  const share = (point: GrowthPoint) => sharesOf(point)?.yes ?? 0;
  const now = {
    votes: last.yes + last.no,
    share: share(last),
    end: sayMoment(last.until, growth),
  };
  if (first === last) return t.growthOnce(now);
  return t.growthFromTo({ firstShare: share(first), firstVotes: first.yes + first.no, ...now });
}
