import { expect, test } from "vitest";
import { emptyDraft, isEmpty, readDraft } from "./draft.ts";

test("a draft comes back as it was kept", () => {
  const draft = { ...emptyDraft, title: "Trams", category: "politics" as const };
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each([null, "", "not JSON", "null", '"text"', '{"title":7,"category":"sports"}'])(
  "%s is no draft",
  (stored) => expect(readDraft(stored)).toEqual(emptyDraft),
);

test("blanks alone are not worth keeping", () => {
  expect(isEmpty({ ...emptyDraft, question: "  " })).toBe(true);
  expect(isEmpty({ ...emptyDraft, category: "technology" })).toBe(false);
});
