import { expect, it } from "vitest";
import { sayChecks, saySums, sayWhoAnswered } from "./who-answered.ts";

it("says in one sentence who answered, and what is set aside", () => {
  expect(sayWhoAnswered({ results: { yes: 1, no: 0 } })).toBe(
    "1 person chose to answer. They speak only for themselves.",
  );
  expect(sayWhoAnswered({ results: { yes: 1_000, no: 204 } })).toBe(
    "1,204 people chose to answer. They speak only for themselves.",
  );
  const results = { yes: 9, no: 1 };
  expect(sayWhoAnswered({ results, setAside: { count: 1, reasons: [{ reason: "Bought" }] } })).toBe(
    "10 people chose to answer. They speak only for themselves. 1 more vote is set aside: “Bought”.",
  );
  const reasons = ["One network", "A script", "Bought", "Other"].map((reason) => ({ reason }));
  const setAside = { count: 23, reasons };
  expect(sayWhoAnswered({ results, setAside })).toBe(
    "10 people chose to answer. They speak only for themselves. 23 more votes are set aside: “One network”, “A script”, “Bought” and others.",
  );
});

it("says how many voters have checked their vote, and what they found", () => {
  const results = { yes: 70, no: 7 };
  const setAside = { count: 2, reasons: [] };
  const say = (checked: number, mismatched = 0) =>
    sayChecks({ results, setAside, checks: { checked, mismatched } });
  expect(say(0)).toBeNull();
  expect(say(1)).toBe("1 of 79 voters has checked their vote, and nobody reported a mismatch.");
  expect(say(31)).toBe("31 of 79 voters have checked their vote, and nobody reported a mismatch.");
  expect(say(31, 2)).toBe("31 of 79 voters have checked their vote, and 2 reported a mismatch.");
  expect(sayChecks({ results })).toBeNull();
  expect(saySums({ yes: 1_000, no: 1 })).toBe("1,000 said yes and 1 said no.");
});
