import { describe, expect, it } from "vitest";
import type { PasswordStrength } from "../../../contract/passwords.ts";
import { sentences as fields } from "../../../words/generated/en/fields.ts";
import { sentences as refusals } from "../../../words/generated/en/refusals.ts";
import { sayFieldError } from "../../../words/say-problem.ts";
import { whyNotPassword } from "./password-rules.ts";

const sam = { email: "sam.moss@example.org", name: "Sam Moss" };

async function judge(password: string, passwordStrength: PasswordStrength = "fair", owner = sam) {
  const why = await whyNotPassword(password, owner, { passwordMinLength: 8, passwordStrength });
  return why && sayFieldError({ fields, refusals }, { field: "password", ...why });
}

describe("a new password", () => {
  it("has its length, whatever else is asked", async () => {
    expect(await judge("xK3!9aQ", "any")).toBe("Must have at least 8 characters");
    expect(await judge("12345678", "any")).toBeNull();
  });

  it.each([
    ["12345678", /most common/],
    ["password", /most common/],
    ["P@ssw0rd", /close to a very common/],
    ["demo1234", /close to a very common/],
    ["drowssap", /close to a very common/],
    ["qwertyuiop", /most common/],
    ["abcdefgh", /Sequences/],
    ["zzzzzzzzzzzz", /Repeated/],
    ["summer2024", /close to a very common/],
  ])("is not %s", async (password, why) => {
    expect(await judge(password)).toMatch(/^This password is too easy to guess\./);
    expect(await judge(password)).toMatch(why);
  });

  it.each([
    "sam.moss@example.org",
    "sammoss99",
    "Sam.Moss1",
    "MossSam!",
    "Moss2024!",
    "survey-example",
    "SurveyWebsite1",
  ])("is not %s, made of the person's name and address or the site's", async (password) => {
    expect(await judge(password)).toMatch(/mostly your name, your e-mail/);
  });

  it("may have the name in it if enough else is there", async () => {
    expect(await judge("Sam walks uphill, slowly")).toBeNull();
  });

  it("is judged by as much as the site asks for", async () => {
    expect(await judge("xK3!9aQz", "fair")).toBeNull();
    expect(await judge("xK3!9aQz", "good")).not.toBeNull();
    expect(await judge("correct horse", "good")).toBeNull();
    expect(await judge("correct horse", "strong")).not.toBeNull();
    expect(await judge("a long way home", "strong")).toBeNull();
  });

  it("is judged although nothing, or something odd, is known of the person", async () => {
    expect(await whyNotPassword("a long way home", {}, rules)).toBeNull();
    expect(
      await judge("a long way home", "fair", { email: "", name: "((([[[ \\ .* \ud800" }),
    ).toBeNull();
  });

  it("is judged quickly, however it is made up", async () => {
    await judge("loads the dictionary");
    for (const part of ["p455w0rd1", "1", "@4", "4@8({[</3!|", "12/12/2012", "aA1!"]) {
      const before = process.cpuUsage();
      await judge(part.repeat(128).slice(0, 128));
      const { user, system } = process.cpuUsage(before);
      // Normally about 30 ms. Without a bound on the length it takes many times as long, and blocks
      // every other request. CPU time, because on a busy machine the clock says nothing.
      expect((user + system) / 1_000).toBeLessThan(1_000);
    }
  });
});

const rules = { passwordMinLength: 8, passwordStrength: "fair" } as const;
