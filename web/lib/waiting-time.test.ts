import { expect, it } from "vitest";
import { waitingTime } from "./waiting-time.ts";

it.each([
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
])("says %i seconds as %s", (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});
