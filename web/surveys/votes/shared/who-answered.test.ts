import { expect, it } from "vitest";
import { saySums, sayWhoAnswered } from "./who-answered.ts";

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

it("says a result as text", () => {
  expect(saySums({ yes: 1_000, no: 1 })).toBe("1,000 said yes and 1 said no.");
});
