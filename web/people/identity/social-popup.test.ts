import { expect, test } from "vitest";
import { readOutcome } from "./social-popup.ts";

test.each([
  ["attempt=1&provider=x", null],
  ["attempt=1&done=1", "done"],
  ["attempt=1&failed=1&error=access_denied", "failed"],
  ["attempt=1&failed=1&error=EMAIL_NOT_VERIFIED", "unconfirmed"],
  ["attempt=1&failed=1&error=account_not_linked", "taken"],
])("reads what %s says: %s", (search, outcome) => {
  expect(readOutcome(new URLSearchParams(search))).toBe(outcome);
});
