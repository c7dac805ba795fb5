import { describe, expect, it } from "vitest";
import { problems, type RefusalCode, type Refused, refusals } from "./errors.ts";
import { fieldSentences } from "./field-sentences.ts";
import { sayFieldError, sayRefusal } from "./refusal-sentences.ts";

describe("a refusal", () => {
  it.each(Object.keys(refusals) as RefusalCode[])("%s has a sentence with all it names", (code) => {
    const params = { minutes: 15, size: 7, until: "2026-11-17T14:30:00Z", status: "pending" };
    const named = { refused: code, params: { ...params, step: "publish" } } as Refused;
    expect(sayRefusal(named)).toMatch(/^[A-Z].*[.]\s*$/);
    expect(sayRefusal(named)).not.toMatch(/[{}]|undefined/);
  });

  it("says what it names", () => {
    expect(
      sayRefusal({ refused: "survey.wrong-step", params: { status: "pending", step: "resend" } }),
    ).toBe("A survey that is waiting for review can't be sent again.");
    expect(
      sayRefusal({
        refused: "survey.wrong-step",
        params: { status: "withdrawn", step: "withdraw" },
      }),
    ).toBe("A survey that is withdrawn can't be withdrawn.");
    const until = "2026-11-17T14:30:00.000Z";
    expect(sayRefusal({ refused: "site.read-only", params: { until } })).toBe(
      "Please try again after 17 November 2026 at 14:30 UTC. Until then you can read everything.",
    );
  });

  it("has no sentence where the problem's title says it all", () => {
    expect(sayRefusal({ refused: "not_found" })).toBeUndefined();
  });

  it("has a code of its own: a problem, a refusal and a field are never called the same", () => {
    const codes = [problems, refusals, fieldSentences].flatMap(Object.keys);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

it("a wrong field says its limit, and a weak password why it is weak", () => {
  const field = "password";
  expect(sayFieldError({ field, code: "too-short", limit: 8 })).toBe(
    "Must have at least 8 characters",
  );
  expect(sayFieldError({ field, code: "password.guessable", advice: "dates" })).toBe(
    "This password is too easy to guess. Dates are easy to guess.",
  );
  expect(sayFieldError({ field, code: "password.guessable" })).toBe(
    "This password is too easy to guess.",
  );
});
