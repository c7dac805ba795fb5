import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import * as wording from "#words/specified";
import { sayIssue } from "../../lib/resolver.ts";
import { optionalPhotoUrl, requiredPhotoUrl } from "./photo-rules.ts";
import { newPassword, requiredDisplayName, requiredEmail, requiredPassword } from "./rules.ts";

/** What the form shows at the field: the first message, or nothing. */
function message(rule: ZodType, value: string): string | undefined {
  const [issue] = rule.safeParse(value).error?.issues ?? [];
  return issue && sayIssue(issue);
}

describe("an empty field says what the specification says", () => {
  test.each([
    [requiredEmail, wording.required.email],
    [requiredPassword, wording.required.password],
    [newPassword(6), wording.required.password],
    [requiredDisplayName, wording.required.displayName],
    [requiredPhotoUrl, wording.required.photoUrl],
  ])("%#", (rule, expected) => {
    expect(message(rule, "")).toBe(expected);
  });
});

test("an e-mail must be one, and is lower-cased", () => {
  expect(message(requiredEmail, "nobody")).toMatch(/e-mail address/);
  expect(requiredEmail.parse(" Ada@Example.ORG ")).toBe("ada@example.org");
});

test("a photo is a web address; a profile may go without", () => {
  expect(message(requiredPhotoUrl, "javascript:alert(1)")).toMatch(/web address/);
  expect(message(requiredPhotoUrl, "not an address")).toMatch(/web address/);
  expect(message(requiredPhotoUrl, "https://example.org/me.png")).toBeUndefined();
  expect(message(requiredPhotoUrl, "/avatars/07.svg")).toBeUndefined();
  expect(message(requiredPhotoUrl, "http://192.168.1.1/me.png")).toMatch(/others can reach/);
  expect(message(optionalPhotoUrl, "")).toBeUndefined();
});

test("a new password has the server's minimum length, a known one any", () => {
  expect(message(newPassword(8), "1234567")).toBe("Must have at least 8 characters");
  expect(message(newPassword(8), "12345678")).toBeUndefined();
  expect(message(requiredPassword, "1")).toBeUndefined();
});
