const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Three days by the hour. A chart on a phone shows no more. */
export const POINTS_MAX = 72;
/** As many as are entered in the record together: what one person voted does not stand out. */
const VOTES_MIN = 10;

const steps = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 28 * DAY_MS];

/** The shortest step with which so much time has few enough points. */
export function stepFor(first: Date, last: Date): number {
  // Both ends may be in the middle of a step.
  const pointsBy = (step: number) => (last.getTime() - first.getTime()) / step + 2;
  const found = steps.find((step) => pointsBy(step) <= POINTS_MAX);
  if (found) return found;
  let step = 56 * DAY_MS;
  while (pointsBy(step) > POINTS_MAX) step *= 2;
  return step;
}

export interface Sums {
  /** The beginning of the time in which these votes were cast. */
  start: Date;
  yes: number;
  no: number;
}

export interface Point {
  until: Date;
  /** All votes up to then. */
  yes: number;
  no: number;
}

/**
 * The result at the end of each step that has votes. A step with fewer than ten is counted with
 * the next one, and fewer than ten at the end with the one before. So there is none if there are
 * fewer than ten in all.
 */
export function pointsOf(sums: Sums[], step: number, now: Date): Point[] {
  const points: Point[] = [];
  const all = { yes: 0, no: 0 };
  let waiting = 0;
  for (const { start, yes, no } of sums) {
    all.yes += yes;
    all.no += no;
    waiting += yes + no;
    const until = new Date(Math.min(start.getTime() + step, now.getTime()));
    if (waiting >= VOTES_MIN) {
      points.push({ until, ...all });
      waiting = 0;
    } else if (points.length > 0 && sums.at(-1)?.start === start) {
      points.splice(-1, 1, { until, ...all });
    }
  }
  return points;
}
