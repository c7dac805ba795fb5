import { expect, test } from "vitest";
import { emptyDraft, isEmpty, readDraft } from "./draft.ts";

test("a draft comes back as it was kept", () => {
  const ar = { title: "ترام", description: "", question: "" };
  const draft = {
    ...emptyDraft,
    title: "Trams",
    category: "politics" as const,
    translations: { ar },
    language: "fr" as const,
  };
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});

test("only texts in languages of the site are taken from what is kept", () => {
  const kept = { translations: { ar: 7, fr: { title: 7, question: "Oui ?" }, xx: { title: "X" } } };
  expect(readDraft(JSON.stringify(kept)).translations).toEqual({
    ar: { title: "", description: "", question: "" },
    fr: { title: "", description: "", question: "Oui ?" },
  });
  expect(readDraft('{"translations":"none"}').translations).toEqual({});
});

test.each([
  null,
  "",
  "not JSON",
  "null",
  '"text"',
  '{"title":7,"category":"sports","language":"tlh"}',
])("%s is no draft", (stored) => expect(readDraft(stored)).toEqual(emptyDraft));

test("blanks alone are not worth keeping", () => {
  expect(isEmpty({ ...emptyDraft, question: "  " })).toBe(true);
  const ar = { title: " ", description: "", question: "" };
  expect(isEmpty({ ...emptyDraft, translations: { ar } })).toBe(true);
  const written = { ...ar, question: "هل؟" };
  expect(isEmpty({ ...emptyDraft, translations: { ar: written } })).toBe(false);
  expect(isEmpty({ ...emptyDraft, category: "technology" })).toBe(false);
});
