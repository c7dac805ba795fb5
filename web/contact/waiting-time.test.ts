import { expect, it } from "vitest";
import { waitingTime } from "./waiting-time.ts";

it.each([
  [1, "a minute"],
  [60, "a minute"],
  [61, "2 minutes"],
  [2400, "40 minutes"],
  [3600, "an hour"],
])("says %i seconds as %s", (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});
