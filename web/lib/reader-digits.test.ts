import { expect, it, vi } from "vitest";
import * as arabic from "../../words/generated/ar/language.ts";
import * as english from "../../words/generated/en/language.ts";
import * as hindi from "../../words/generated/hi/language.ts";
import { digitsOf } from "./reader-digits.ts";

it.each([
  [["ar-EG", "ar"], "arab"],
  [["en-US", "ar-SA"], "arab"],
  [["ar", "ar-SY"], "arab"],
  [["ar-MA"], "latn"],
  // Where they live is not known.
  [["ar"], "latn"],
  [["fa-IR", "en"], "latn"],
  [["ar-!"], "latn"],
  [[], "latn"],
])("writes Arabic for a reader of %j with digits %s", (listed, digits) => {
  expect(digitsOf("ar", listed)).toBe(digits);
});

it("asks for the reader's region only where it matters", () => {
  expect([arabic.digitsVary, english.digitsVary, hindi.digitsVary]).toEqual([true, false, false]);
});

it("writes numbers, times and messages in the reader's digits", async () => {
  vi.resetModules();
  const { writeIn } = await import("../../words/digits.ts");
  writeIn("arab");
  const format = await import("./format.ts");
  const t = await import("#words/tally");
  expect(format.sayNumber(1200)).toBe("١٬٢٠٠");
  expect(format.sayDate("2026-11-05T14:05:09Z", "time", "UTC")).toBe("١٤:٠٥");
  expect(format.sayTimeLeft(61_000)).toContain("١:٠١");
  expect(format.sayTimeLeft(3_600_000)).toBe("in ١ hour");
  expect(t.sideVotes({ votes: 25 })).toBe("٢٥ votes");
});
