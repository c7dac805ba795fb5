import { expect, test } from "vitest";
import { sayIssue } from "../../lib/resolver.ts";
import { emptyDraft, toLocal } from "./draft.ts";
import { changedTerms, changedTranslations, formSchema } from "./terms-form.ts";

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
  const same = { opensAt: null, closesAt, resultsMode: "voted" as const, ballot: "named" as const };
  expect(changedTerms(begun, same)).toEqual({});
  expect(changedTerms(begun, { ...same, closesAt: null, resultsMode: "always" })).toEqual({
    closesAt: null,
    resultsMode: "always",
  });
});

test("a translation is whole, and is sent if the server does not have it", () => {
  const ar = { title: "ترام", description: "ليلًا", question: "هل تسير؟" };
  const half = {
    translations: { ar: { ...ar, question: " " }, fr: { ...ar, title: "" } },
  };
  expect(problems(emptyDraft, half)).toEqual([
    ["translations,ar,question", "Must be filled in"],
    ["translations,fr,title", "Must be filled in"],
  ]);
  expect(problems(emptyDraft, { translations: { ar } })).toBeUndefined();
  const translations = [{ language: "ar", ...ar }];
  expect(changedTranslations(emptyDraft, { ar })).toEqual({ translations });
  const stored = { ...emptyDraft, translations: { ar } };
  expect(changedTranslations(stored, { ar: { ...ar } })).toEqual({});
  expect(changedTranslations(stored, {})).toEqual({ translations: [] });
});
