import { expect, it } from "vitest";
import { recordsOfEach } from "./rules.ts";

const many = (surveys: number, records: number) => Array.from({ length: surveys }, () => records);

it.each([
  ["nothing was answered", [], 1_000, 1_000],
  ["all fit", many(36, 120), 1_000, 1_000],
  ["all fit beside a large one", [...many(80, 100), 900], 1_000, 1_000],
  ["a survey has more than one answer may have", [50_000], 1_000, 1_000],
  ["each has many", many(1_000, 1_000), 1_000, 10],
  [
    "few have many, so those share what the others leave",
    [...many(900, 1), ...many(100, 500)],
    1_000,
    91,
  ],
  ["fewer are asked for", many(1_000, 1_000), 5, 5],
])("if %s", (_, counts, most, each) => {
  expect(recordsOfEach(counts, most)).toBe(each);
  const sent = counts.reduce((sum, count) => sum + Math.min(count, each), 0);
  expect(sent).toBeLessThanOrEqual(10_000);
});
