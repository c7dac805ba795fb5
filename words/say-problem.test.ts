import { describe, expect, it } from "vitest";
import { problemStatuses, type RefusalCode, type Refused, refusals } from "../contract/errors.ts";
import { fieldCodes } from "../contract/field-codes.ts";
import { sentences as fieldSentences } from "./generated/en/fields.ts";
import { sentences } from "./generated/en/refusals.ts";
import { sayFieldError, sayRefusal } from "./say-problem.ts";

const ofFields = { fields: fieldSentences, refusals: sentences };

describe("a refusal", () => {
  it.each(Object.keys(refusals) as RefusalCode[])("%s has a sentence with all it names", (code) => {
    const params = { minutes: 15, size: 7, until: "2026-11-17T14:30:00Z", status: "pending" };
    const named = { refused: code, params: { ...params, step: "publish" } } as Refused;
    expect(sayRefusal(sentences, named)).toMatch(/^[A-Z].*[.]\s*$/);
    expect(sayRefusal(sentences, named)).not.toMatch(/[{}]|undefined/);
  });

  it("says what it names", () => {
    expect(
      sayRefusal(sentences, {
        refused: "survey.wrong-step",
        params: { status: "pending", step: "resend" },
      }),
    ).toBe("A survey that is waiting for review can't be sent again.");
    expect(
      sayRefusal(sentences, {
        refused: "survey.wrong-step",
        params: { status: "withdrawn", step: "withdraw" },
      }),
    ).toBe("A survey that is withdrawn can't be withdrawn.");
    const until = "2026-11-17T14:30:00.000Z";
    expect(sayRefusal(sentences, { refused: "site.read-only", params: { until } })).toBe(
      "Please try again after 17 November 2026 at 14:30 UTC. Until then you can read everything.",
    );
  });

  it("has no sentence where the problem's title says it all", () => {
    expect(sayRefusal(sentences, { refused: "not_found" })).toBeUndefined();
  });

  it("has a code of its own: a problem, a refusal and a field are never called the same", () => {
    const codes = [...[problemStatuses, refusals].flatMap(Object.keys), ...fieldCodes];
    expect(new Set(codes).size).toBe(codes.length);
  });
});

it("a wrong field says its limit, and a weak password why it is weak", () => {
  const field = "password";
  expect(sayFieldError(ofFields, { field, code: "too-short", limit: 8 })).toBe(
    "Must have at least 8 characters",
  );
  expect(sayFieldError(ofFields, { field, code: "password.guessable", advice: "dates" })).toBe(
    "This password is too easy to guess. Dates are easy to guess.",
  );
  expect(sayFieldError(ofFields, { field, code: "password.guessable" })).toBe(
    "This password is too easy to guess.",
  );
});
