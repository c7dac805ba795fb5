import { expect, test } from "vitest";
import { cvcDigits, placeAfterDigits, spacedExpiry, spacedNumber } from "./card-typing.ts";

test("a card number stands in groups of four", () => {
  expect(spacedNumber("")).toBe("");
  expect(spacedNumber("4242")).toBe("4242");
  expect(spacedNumber("42424")).toBe("4242 4");
  expect(spacedNumber("4242-4242 42424242")).toBe("4242 4242 4242 4242");
  expect(spacedNumber("1".repeat(30))).toBe("1111 1111 1111 1111 111");
});

test("an expiry date is understood however it is typed", () => {
  const cases = {
    "": "",
    "1": "1",
    "12": "12",
    "123": "12 / 3",
    "1234": "12 / 34",
    "12 / 345": "12 / 34",
    "3": "03",
    "334": "03 / 34",
    "1/": "01",
    "1/34": "01 / 34",
    "09/2034": "09 / 34",
    "9/2034": "09 / 34",
  };
  for (const [typed, spaced] of Object.entries(cases)) expect(spacedExpiry(typed)).toBe(spaced);
});

test("a security code has four digits at most", () => {
  expect(cvcDigits("12a34 5")).toBe("1234");
});

test("the caret stays behind its digit", () => {
  expect(placeAfterDigits("4242 4242", 0)).toBe(0);
  expect(placeAfterDigits("4242 4242", 4)).toBe(4);
  expect(placeAfterDigits("4242 4242", 5)).toBe(6);
  expect(placeAfterDigits("4242", 9)).toBe(4);
});
