import { expect, it } from "vitest";
import { createPurse, LONGEST_WAIT_MS } from "./budgets.ts";

/** Ten milliseconds a second, of which a second's worth may be used at once. */
function purseOf(maxKeys?: number) {
  const clock = { now: 1_000_000 };
  const purse = createPurse({ perMinute: 600, atOnce: 10 }, () => clock.now, maxKeys);
  return { clock, purse };
}

it("a budget is used up at once, waited for, and refused beyond the longest wait", () => {
  const { clock, purse } = purseOf();
  expect(purse.begin("a", 10)).toBe(0);
  // Now nothing is left, so this one makes others wait, but not itself.
  expect(purse.begin("a", 10)).toBe(0);
  expect(purse.begin("a", 10)).toBe(1_000);
  expect(purse.begin("a", 10)).toBe(2_000);
  const refused = purse.begin("a", 10);
  expect(refused).toBeGreaterThan(LONGEST_WAIT_MS);
  // What is refused costs nothing, so it never makes anybody wait longer.
  expect(purse.begin("a", 10)).toBe(refused);
  expect(purse.begin("b", 10)).toBe(0);
  clock.now += refused;
  expect(purse.begin("a", 1)).toBe(0);
});

it("what was used is charged even if there is nothing left", () => {
  const { purse } = purseOf();
  expect(purse.charge("a", 60)).toBe(0);
  expect(purse.charge("a", 10)).toBe(5_000);
  expect(purse.begin("a", 1)).toBe(6_000);
});

it("budgets are never kept for more than so many, and those who came first are forgotten", () => {
  const { purse } = purseOf(2);
  for (const key of ["a", "b", "c"]) purse.charge(key, 60);
  expect(purse.begin("b", 1)).toBe(5_000);
  expect(purse.begin("c", 1)).toBe(5_000);
  expect(purse.begin("a", 1)).toBe(0);
});
