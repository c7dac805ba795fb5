import { expect, test } from "vitest";
import { type Survey, withOlderComments } from "./queries.ts";

function surveyWith(ids: string[], olderComments: string | null): Survey {
  return { comments: ids.map((id) => ({ id })), olderComments } as Survey;
}

test("older comments stay when newer ones arrive", () => {
  const known = surveyWith(["d", "c", "b", "a"], null);
  const fresh = surveyWith(["f", "e", "d", "c"], "after c");
  expect(withOlderComments(fresh, known)).toEqual(surveyWith(["f", "e", "d", "c", "b", "a"], null));
});

test("a page that does not join on replaces everything", () => {
  const fresh = surveyWith(["z", "y"], "after y");
  expect(withOlderComments(fresh, surveyWith(["b", "a"], null))).toEqual(fresh);
  expect(withOlderComments(fresh, undefined)).toEqual(fresh);
  expect(withOlderComments(surveyWith([], null), surveyWith([], null))).toEqual(
    surveyWith([], null),
  );
});
