import { expect, test } from "vitest";
import { sayOutcome, sharesOf } from "./shares.ts";

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

test("says who leads", () => {
  expect(sayOutcome({ yes: 2, no: 1 })).toBe("Most say yes.");
  expect(sayOutcome({ yes: 1, no: 2 })).toBe("Most say no.");
  expect(sayOutcome({ yes: 2, no: 2 })).toBe("Exactly half and half.");
});
