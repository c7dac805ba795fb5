import { expect, test } from "vitest";
import { sayIssue } from "../lib/resolver.ts";
import { emptyDraft } from "./draft.ts";
import { changedTerms, formSchema, toLocal } from "./terms-form.ts";

const text = {
  title: "Trams",
  description: "At night",
  category: "politics" as const,
  question: "Should they run?",
};
const inHours = (hours: number) => toLocal(new Date(Date.now() + hours * 3_600_000).toISOString());
const problems = (begun: typeof emptyDraft, typed: object) =>
  formSchema(begun)
    .safeParse({ ...emptyDraft, ...text, ...typed })
    .error?.issues.map((issue) => [issue.path.join(), sayIssue(issue)]);

test("times are optional, in order and ahead", () => {
  expect(problems(emptyDraft, {})).toBeUndefined();
  const backwards = { opensAt: inHours(9), closesAt: inHours(5) };
  expect(problems(emptyDraft, backwards)).toEqual([["closesAt", "It must close after it opens"]]);
  const past = { closesAt: "2020-01-31T12:00" };
  expect(problems(emptyDraft, past)).toEqual([["closesAt", "This time has passed"]]);
  // One that was not touched may have passed: the text can still be corrected.
  expect(problems({ ...emptyDraft, ...past }, past)).toBeUndefined();
});

test("only what was changed is sent", () => {
  const closesAt = "2030-01-31T12:00:17.000Z";
  const begun = { ...emptyDraft, closesAt: toLocal(closesAt) };
  const same = { opensAt: null, closesAt, resultsMode: "voted" as const };
  expect(changedTerms(begun, same)).toEqual({});
  expect(changedTerms(begun, { ...same, closesAt: null, resultsMode: "always" })).toEqual({
    closesAt: null,
    resultsMode: "always",
  });
});
