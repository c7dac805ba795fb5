import { expect, test } from "vitest";
import { sayChanges } from "./words.ts";

test.each([
  [{}, { role: "surveyor" }, ["Role: surveyor"]],
  [{ role: "user" }, { role: "surveyor" }, ["Role: user → surveyor"]],
  [{ role: "pro-user", admin: true }, {}, ["Role before: pro-user", "Admin before: yes"]],
  [
    { status: "published" },
    { status: "unpublish", enteredMessage: "Too long" },
    ["State: published → unpublished", "Message: Too long"],
  ],
  [{ hidden: true }, { hidden: false }, ["Hidden: yes → no"]],
  [{ open: 1200 }, { open: 0 }, ["Open reports: 1,200 → 0"]],
  // What stays the same is left out.
  [{ name: "Polls", colour: null }, { name: "Polls", colour: "#123" }, ["Colour: none → #123"]],
  [{}, {}, []],
  // What a later version records is shown as it is.
  [{}, { shape: null }, ["shape: none"]],
])("from %j to %j is said as %j", (before, after, words) => {
  expect(sayChanges({ before, after })).toEqual(words);
});
