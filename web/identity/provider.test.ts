import { describe, expect, test } from "vitest";
import { providerProblem } from "./provider.ts";

describe("the provider's errors in our own words", () => {
  test("a taken e-mail is shown at its field", () => {
    const problem = providerProblem(422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", null);
    expect(problem.errors).toEqual([{ field: "email", message: problem.message }]);
  });

  test("a wrong password does not tell which of the two is wrong", () => {
    const problem = providerProblem(401, "INVALID_EMAIL_OR_PASSWORD", null);
    expect(problem.errors).toEqual([]);
    expect(problem.message).toMatch(/e-mail and password/);
  });

  test("too many attempts say how long to wait", () => {
    expect(providerProblem(429, undefined, 42).message).toMatch(/in 42 seconds/);
    expect(providerProblem(429, undefined, 1).message).toMatch(/in 1 second\./);
    expect(providerProblem(429, undefined, null).message).toMatch(/in a moment/);
  });

  test("an unknown code stays kind and says nothing of its own", () => {
    expect(providerProblem(400, "SOME_NEW_CODE", null).message).not.toMatch(/SOME_NEW_CODE/);
    expect(providerProblem(500, undefined, null).code).toBe("internal");
  });
});
