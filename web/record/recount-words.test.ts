import { expect, it } from "vitest";
import { hashQuestion } from "../../record/entries.ts";
import { fits, sayCounted, sayMisfit, sayNewer } from "./recount-words.ts";

const text = { title: "Trees", description: "More of them", question: "Plant?" };
const recount = {
  size: 1_012,
  root: new Uint8Array(32),
  yes: 1_000,
  no: 9,
  unopened: 0,
  setAside: 0,
  questions: [hashQuestion(text)],
  texts: [],
  closed: null,
};

it("fits what is shown if only votes were added", () => {
  expect(fits(recount, { yes: 1_000, no: 9 })).toBe(true);
  expect(fits(recount, { yes: 1_001, no: 12 })).toBe(true);
  // As many votes, but one of them on the other side.
  expect(fits(recount, { yes: 1_001, no: 8 })).toBe(false);
  expect(fits(recount, { yes: 999, no: 9 })).toBe(false);
});

it("says what was found, and how many votes came later", () => {
  const same = { yes: 1_000, no: 9 };
  expect(sayCounted(recount, same, text)).toEqual([
    "The record is signed by this site.",
    "Your browser has computed the hashes of all 1,012 entries, and they match the signed root.",
    "1,000 votes for yes and 9 for no are in the record, as shown above.",
    "The survey's text is the one that people were asked.",
  ]);
  expect(sayNewer(recount, same)).toBeNull();
  expect(sayNewer(recount, { yes: 1_001, no: 9 })).toMatch(
    /^1 newer vote is not in the record yet/,
  );
  expect(sayNewer(recount, { yes: 1_001, no: 11 })).toMatch(/^3 newer votes are not in/);
});

it("says what else is in the record", () => {
  const more = { ...recount, setAside: 1, closed: "2026-01-02" };
  const said = sayCounted(more, { yes: 1_001, no: 9 }, { ...text, title: "Parks" });
  expect(said).toContain("1,000 votes for yes and 9 for no are in the record.");
  expect(said).toContain("1 vote more in it is set aside.");
  expect(said).toContain("The text of the survey was changed after these votes.");
  expect(said).toContain("It was closed on 2026-01-02, and no vote follows.");
  expect(sayMisfit(recount, { yes: 1, no: 2 }).text).toContain(
    "The record has 1,000 yes and 9 no, but 1 yes and 2 no are shown.",
  );
});
