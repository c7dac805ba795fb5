import { describe, expect, it } from "vitest";
import { POINTS_MAX, pointsOf, type Sums, stepFor } from "./rules.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-03-01T00:00:00Z");
const hour = (n: number) => new Date(START + n * HOUR_MS);
const LATER = hour(1_000_000);

/** Yes and no of consecutive hours. */
const hours = (...counts: [number, number][]): Sums[] =>
  counts.map(([yes, no], n) => ({ start: hour(n), yes, no }));

describe("the points of a timeline", () => {
  it("are the result at the end of each hour", () => {
    expect(pointsOf(hours([10, 0], [5, 20]), HOUR_MS, LATER)).toEqual([
      { until: hour(1), yes: 10, no: 0 },
      { until: hour(2), yes: 15, no: 20 },
    ]);
  });

  it("count hours with few votes with the next, so that no single vote can be seen", () => {
    expect(pointsOf(hours([12, 0], [1, 0], [0, 3], [3, 3], [10, 0]), HOUR_MS, LATER)).toEqual([
      { until: hour(1), yes: 12, no: 0 },
      { until: hour(4), yes: 16, no: 6 },
      { until: hour(5), yes: 26, no: 6 },
    ]);
  });

  it("count few votes at the end with the hours before", () => {
    expect(pointsOf(hours([12, 0], [10, 0], [1, 0], [0, 1]), HOUR_MS, LATER)).toEqual([
      { until: hour(1), yes: 12, no: 0 },
      { until: hour(4), yes: 23, no: 1 },
    ]);
  });

  it("are none for fewer than ten votes", () => {
    expect(pointsOf(hours([5, 0], [0, 4]), HOUR_MS, LATER)).toEqual([]);
    expect(pointsOf([], HOUR_MS, LATER)).toEqual([]);
  });

  it("never differ by fewer than ten votes", () => {
    const random = hours(
      ...Array.from({ length: 200 }, (_, n): [number, number] => [(n * 7) % 5, (n * 3) % 4]),
    );
    const points = pointsOf(random, HOUR_MS, LATER);
    const totals = points.map(({ yes, no }) => yes + no);
    expect(Math.min(...totals.map((total, n) => total - (totals[n - 1] ?? 0)))).toBe(10);
    expect(totals.at(-1)).toBe(random.reduce((sum, { yes, no }) => sum + yes + no, 0));
  });

  it("are not in the future", () => {
    const now = new Date(START + HOUR_MS / 2);
    expect(pointsOf(hours([10, 0]), HOUR_MS, now)).toEqual([{ until: now, yes: 10, no: 0 }]);
  });
});

describe("the step of a timeline", () => {
  it.each([
    [0, 1],
    [70, 1],
    [71, 6],
    [17 * 24, 6],
    [60 * 24, 24],
    [400 * 24, 7 * 24],
    [5 * 365 * 24, 28 * 24],
    [20 * 365 * 24, 112 * 24],
  ])("of %d hours is %d hours", (length, step) => {
    expect(stepFor(hour(0), hour(length)) / HOUR_MS).toBe(step);
  });

  it("never makes more points than there may be", () => {
    for (let length = 0; length < 200_000; length += 997) {
      const step = stepFor(hour(0), hour(length)) / HOUR_MS;
      const places = new Set([0, length].map((n) => Math.floor((START / HOUR_MS + n) / step)));
      expect(Math.max(...places) - Math.min(...places) + 1).toBeLessThanOrEqual(POINTS_MAX);
    }
  });
});
