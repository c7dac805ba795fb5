import { expect, test } from "vitest";
import type { Problem } from "../../contract/errors.ts";
import { sayProblem } from "./problem-words.ts";

// What the server says differs from all of ours, so that each test shows whose words are used.
const detail = "The server's words.";
const message = "The server's words of a field";

/** As a server of another version may answer. */
const say = (problem: object) => sayProblem(problem as Partial<Problem>);

test("says a refusal in the browser's own words", () => {
  expect(say({ refusal: "survey.closed", detail }).detail).toBe("This survey is closed already.");
});

test("says the parameters of a refusal", () => {
  const params = { status: "pending", step: "resend" };
  expect(say({ refusal: "survey.wrong-step", params, detail }).detail).toBe(
    "A survey that is waiting for review can't be sent again.",
  );
});

test("keeps the server's words for a refusal that it does not know", () => {
  expect(say({ refusal: "survey.from-the-future", detail }).detail).toBe(detail);
});

test("keeps the server's words for a problem without a refusal", () => {
  expect(say({ detail })).toEqual({ detail, errors: undefined });
  expect(say({})).toEqual({ detail: undefined, errors: undefined });
});

test("says what is wrong with fields, with their limits", () => {
  const errors = [
    { field: "title", code: "too-long", limit: 120, message },
    { field: "closesAt", code: "time.order", message },
    { field: "new", code: "field.from-the-future", message },
  ];
  const said = say({ errors }).errors;
  expect(said?.map((error) => error.field)).toEqual(["title", "closesAt", "new"]);
  expect(said?.map((error) => error.message)).toEqual([
    "At most 120 characters",
    "It must close after it opens",
    message,
  ]);
});
