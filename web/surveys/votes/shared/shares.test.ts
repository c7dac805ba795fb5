import { expect, test } from "vitest";
import { sharesOf } from "../../../../contract/results.ts";
import { sayResult } from "./say-result.ts";

test.each([
  [
    { yes: 1, no: 0 },
    { yes: 100, no: 0 },
  ],
  [
    { yes: 1, no: 2 },
    { yes: 33, no: 67 },
  ],
  [
    { yes: 1, no: 7 },
    { yes: 13, no: 87 },
  ],
  [{ yes: 0, no: 0 }, null],
])("%o is %o percent", (results, shares) => {
  expect(sharesOf(results)).toEqual(shares);
});

test.each([
  [{ yes: 0, no: 0 }, "No votes yet."],
  [{ yes: 1, no: 0 }, "1 vote."],
  [{ yes: 9, no: 0 }, "9 votes."],
  [{ yes: 4, no: 4 }, "8 votes."],
  [{ yes: 6, no: 4 }, "10 votes. Most say yes."],
  [{ yes: 4, no: 6 }, "10 votes. Most say no."],
  [{ yes: 5, no: 5 }, "10 votes. Exactly half and half."],
  [{ yes: 6, no: 5 }, "11 votes. Nearly half and half."],
  [{ yes: 54, no: 46 }, "100 votes. Nearly half and half."],
  [{ yes: 45, no: 55 }, "100 votes. Most say no."],
  [{ yes: 900, no: 300 }, "1,200 votes. Most say yes."],
])("%o is said as “%s”", (results, words) => {
  expect(sayResult(results)).toBe(words);
});
