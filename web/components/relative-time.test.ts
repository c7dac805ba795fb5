import { expect, test } from "vitest";
import { sayHowLongAgo, sayTimeLeft } from "./relative-time.tsx";

const now = new Date("2026-06-15T12:00:00Z");

test.each([
  ["2026-06-15T12:00:05Z", "just now"],
  ["2026-06-15T11:59:20Z", "just now"],
  ["2026-06-15T11:58:00Z", "2 minutes ago"],
  ["2026-06-15T09:10:00Z", "2 hours ago"],
  ["2026-06-14T11:00:00Z", "yesterday"],
  ["2026-06-05T11:00:00Z", "last week"],
  ["2026-03-10T11:00:00Z", "3 months ago"],
  ["2024-06-01T11:00:00Z", "2 years ago"],
])("%s was %s", (timestamp, words) => {
  expect(sayHowLongAgo(new Date(timestamp), now)).toBe(words);
});

test.each([
  [-1, "now"],
  [61_000, "in 1:01"],
  [5 * 60_000, "in 5 minutes"],
  [59 * 60_000, "in 59 minutes"],
  [30 * 3_600_000, "in 1 day"],
  [9 * 24 * 3_600_000, "in 9 days"],
])("%d ms from now is %s", (ms, words) => {
  expect(sayTimeLeft(ms)).toBe(words);
});
