import { expect, test } from "vitest";
import { sayState } from "./words.ts";

test.each([
  [{ role: "surveyor" }, ["Role: surveyor"]],
  [{ role: "pro-user", admin: true }, ["Role: pro-user", "Admin: yes"]],
  [
    { status: "unpublish", enteredMessage: "Too long" },
    ["State: unpublished", "Message: Too long"],
  ],
  [{ hidden: false }, ["Hidden: no"]],
  [{ open: 1200 }, ["Open reports: 1,200"]],
  [{}, []],
  // What a later version records is shown as it is.
  [{ shape: null }, ["shape: none"]],
])("%j is said as %j", (state, words) => {
  expect(sayState(state)).toEqual(words);
});
