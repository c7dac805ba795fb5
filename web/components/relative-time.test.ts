import { expect, test } from "vitest";
import { sayHowLongAgo } from "./relative-time.tsx";

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
