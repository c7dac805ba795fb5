import { expect, it } from "vitest";
import { nextMailAt } from "./rules.ts";

// A Wednesday.
const noon = new Date("2026-11-18T12:00:00Z");

it.each([
  ["at-once", noon, "2026-11-18T12:00:00.000Z"],
  ["daily", noon, "2026-11-19T07:00:00.000Z"],
  ["daily", new Date("2026-11-18T06:59:59Z"), "2026-11-18T07:00:00.000Z"],
  ["daily", new Date("2026-11-18T07:00:00Z"), "2026-11-19T07:00:00.000Z"],
  ["weekly", noon, "2026-11-23T07:00:00.000Z"],
  ["weekly", new Date("2026-11-23T06:59:59Z"), "2026-11-23T07:00:00.000Z"],
  ["weekly", new Date("2026-11-23T07:00:00Z"), "2026-11-30T07:00:00.000Z"],
] as const)("news that come %s at %s are mailed at %s", (rhythm, now, at) => {
  expect(nextMailAt(rhythm, now)?.toISOString()).toBe(at);
});

it("news that never come by mail have no time", () => {
  expect(nextMailAt("never", noon)).toBeNull();
});
