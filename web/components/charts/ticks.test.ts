import { expect, test } from "vitest";
import { hourTicksTo, ticksTo } from "./ticks.ts";

const labels = (most: number) => ticksTo(most, String).map(({ label }) => label);

test.each([
  [0, ["0", "1"]],
  [1, ["0", "1"]],
  [3, ["0", "1", "2", "3"]],
  [7, ["0", "2", "4", "6", "8"]],
  [11, ["0", "5", "10", "15"]],
  [120, ["0", "50", "100", "150"]],
  [2_400, ["0", "1000", "2000", "3000"]],
])("the axis up to %d has whole, round steps", (most, expected) => {
  expect(labels(most)).toEqual(expected);
});

test.each([
  [0.4, ["0 minutes", "10 minutes", "20 minutes", "30 minutes"]],
  [29, ["0 hours", "10 hours", "20 hours", "30 hours"]],
  [60, ["0 days", "1 day", "2 days", "3 days"]],
])("an axis up to %d hours has one unit", (most, expected) => {
  const ticks = hourTicksTo(most);
  expect(ticks.map(({ label }) => label)).toEqual(expected);
  expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(most);
});
