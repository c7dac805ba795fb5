import { expect, test } from "vitest";
import { titles } from "#words/problems";
import { sentences } from "./sentences.ts";

test("ends each text once", () => {
  expect(sentences("You may not do this", "What you wrote is kept here.")).toBe(
    "You may not do this. What you wrote is kept here.",
  );
  expect(sentences("Really?", "Yes!", "Wait …", "He said “no.”", "So it is")).toBe(
    "Really? Yes! Wait … He said “no.” So it is.",
  );
});

test("leaves out what is empty", () => {
  expect(sentences("", " That was not saved. ", "")).toBe("That was not saved.");
});

test.each(Object.values(titles))("makes a sentence of: %s", (title) => {
  expect(sentences(title, "Nothing is lost.")).toMatch(/^[A-Z][^.]*[a-z]\. Nothing is lost\.$/);
});
