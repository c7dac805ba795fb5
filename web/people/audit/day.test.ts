import { expect, test } from "vitest";
import { readDay, spanOf } from "./day.ts";

test("a day is from midnight to midnight where the reader is", () => {
  const { from, until } = spanOf("2026-11-17");
  expect(new Date(from ?? "").toString()).toContain("Nov 17 2026 00:00:00");
  expect(new Date(until ?? "").toString()).toContain("Nov 18 2026 00:00:00");
});

test.each(["", "today", "2026-13-01", "2026-11-17T10:00", "20261-11-17"])(
  "%j in the address is no day",
  (given) => {
    expect(readDay(given)).toBeNull();
  },
);

test("without a day there is no span", () => {
  expect(spanOf(readDay(null))).toEqual({});
});
