import { describe, expect, it } from "vitest";
import { dueAt, isSoon } from "./promise-due.ts";

const now = new Date("2026-11-17T12:00:00Z");

describe("a promise", () => {
  it("is for the next hour, or for the closing of a survey whose result is hidden", () => {
    expect(isSoon("2026-11-17T13:00:00.000Z", "always", now)).toBe(true);
    expect(isSoon("2099-11-17T13:00:00.000Z", "always", now)).toBe(false);
    expect(isSoon("soon", "always", now)).toBe(false);
    expect(isSoon("closing", "closed", now)).toBe(true);
    expect(isSoon("closing", "voted", now)).toBe(false);
  });

  it("for the closing falls due an hour after it, and never if there is none", () => {
    expect(dueAt("closing", "2026-11-20T12:00:00.000Z")).toBe("2026-11-20T13:00:00.000Z");
    expect(dueAt("closing", null)).toBeNull();
  });
});
