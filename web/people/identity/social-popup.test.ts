import { expect, test } from "vitest";
import { readOutcome } from "./social-popup.ts";

test.each([
  ["attempt=1&provider=x", null],
  ["attempt=1&done=1", "done"],
  ["attempt=1&failed=1&error=access_denied", "refused"],
  ["attempt=1&failed=1&error=email_not_found", "withoutEmail"],
  ["attempt=1&failed=1&error=invalid_code", "down"],
  ["attempt=1&failed=1&error=oauth_provider_not_found", "down"],
  ["attempt=1&failed=1&error=unable_to_get_user_info", "down"],
  ["attempt=1&failed=1&error=temporarily_unavailable", "down"],
  ["attempt=1&failed=1&error=state_mismatch", "failed"],
  ["attempt=1&failed=1", "failed"],
  ["attempt=1&failed=1&error=EMAIL_NOT_VERIFIED", "unconfirmed"],
  ["attempt=1&failed=1&error=account_not_linked", "taken"],
])("reads what %s says: %s", (search, outcome) => {
  expect(readOutcome(new URLSearchParams(search))).toBe(outcome);
});
