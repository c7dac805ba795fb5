import { expect, test, vi } from "vitest";
import {
  sayDate,
  sayDay,
  sayDollars,
  sayHours,
  sayHowLongAgo,
  sayPrice,
  sayShortDay,
  sayTimeLeft,
  sayTooMuch,
} from "./format.ts";

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
  expect(sayPrice(1200)).toBe("$1,200.00");
});

test("a moment has as many words as its place needs", () => {
  const say = (form: Parameters<typeof sayDate>[1]) => sayDate("2026-11-05T14:05:09Z", form, "UTC");
  expect(say("time")).toBe("14:05");
  expect(say("minute")).toBe("5 Nov, 14:05");
  expect(say("second")).toBe("5 Nov 2026, 14:05:09");
  expect(say("long")).toBe("5 November 2026 at 14:05");
  expect(say("longMonth")).toBe("November 2026");
});

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

test.each([
  [0, "a moment"],
  [1, "a second"],
  [59, "59 seconds"],
  [60, "a minute"],
  [61, "2 minutes"],
  [2400, "40 minutes"],
  [3541, "an hour"],
  [3600, "an hour"],
  [3601, "2 hours"],
  [7200, "2 hours"],
  [80_000, "23 hours"],
  [86_400, "a day"],
])("a wait of %i seconds is %s", (seconds, words) => {
  expect(sayTooMuch(seconds)).toMatch(`Please try again in ${words}.`);
});

test("Hindi has whole months, in the reader's zone, however short a date is", async () => {
  vi.resetModules();
  vi.doMock("#words/language", () => ({ tag: "hi" }));
  const hindi = await import("./format.ts");
  vi.doUnmock("#words/language");
  expect(hindi.sayShortDay("2026-11-05")).toBe("5 नवंबर");
  expect(hindi.sayDay("2026-11-05")).toBe("5 नवंबर 2026");
  expect(hindi.sayDate("2026-10-31T23:30:00Z", "month", "Asia/Kolkata")).toBe("नवंबर 2026");
});
