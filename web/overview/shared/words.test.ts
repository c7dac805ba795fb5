import { expect, test } from "vitest";
import { sayDay, sayDollars, sayHours, sayShortDay } from "./words.ts";

test.each([
  [0, "0 minutes"],
  [0.02, "1 minute"],
  [0.75, "45 minutes"],
  [1.2, "1 hour"],
  [47.4, "47 hours"],
  [48, "2 days"],
  [700, "29 days"],
])("%d hours are %s", (hours, words) => {
  expect(sayHours(hours)).toBe(words);
});

test("days and sums are said as people write them", () => {
  expect(sayShortDay("2026-11-05")).toBe("5 Nov");
  expect(sayDay("2026-11-05")).toBe("5 Nov 2026");
  expect(sayDollars(1200)).toBe("$1,200");
});
