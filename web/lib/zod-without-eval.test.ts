import "./zod-without-eval.ts";
import { expect, test } from "vitest";
import { config } from "zod";

test("Zod finds the setting under its own name", () => {
  expect(config().jitless).toBe(true);
});
