import { describe, expect, it } from "vitest";
import { dueAt, isSoon, lookAgainAt, lookAt } from "./promise-due.ts";

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

  it("is looked at ten minutes after it fell due, and every day if that is not known", () => {
    expect(lookAt("2026-11-17T13:00:00.000Z", now)).toBe("2026-11-17T13:10:00.000Z");
    expect(lookAt(null, now)).toBe("2026-11-18T12:00:00.000Z");
  });

  it("that was kept is looked at again when the survey closes, until its record has ended", () => {
    const closes = "2026-11-20T12:00:00.000Z";
    expect(lookAgainAt(closes, false, now)).toBe("2026-11-20T13:10:00.000Z");
    expect(lookAgainAt(closes, true, now)).toBeNull();
    expect(lookAgainAt(null, false, now)).toBe("2026-11-24T12:00:00.000Z");
    expect(lookAgainAt("2026-11-01T12:00:00.000Z", false, now)).toBe("2026-11-24T12:00:00.000Z");
  });
});
