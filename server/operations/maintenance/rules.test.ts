import { expect, it } from "vitest";
import { endOf, readDuration } from "./rules.ts";

it.each([
  ["1m", 60_000],
  ["30m", 1_800_000],
  ["2h", 7_200_000],
  ["7d", 604_800_000],
  ["8d", null],
  ["0m", null],
  ["30", null],
  ["-5m", null],
  ["1.5h", null],
  ["soon", null],
])("reads %s as %s", (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

it("ends on a whole minute, and never too early", () => {
  const now = Date.parse("2026-11-17T10:00:01.500Z");
  expect(endOf(30 * 60_000, now).toISOString()).toBe("2026-11-17T10:31:00.000Z");
  expect(endOf(58_500, now).toISOString()).toBe("2026-11-17T10:01:00.000Z");
});
