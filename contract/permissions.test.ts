import { describe, expect, it } from "vitest";
import { can, isNormalUser, isProUser, permissions, type Standing } from "./permissions.ts";

const visitor = null;
const user: Standing = { role: "user", admin: false };
const pro: Standing = { role: "pro-user", admin: false };
const surveyor: Standing = { role: "surveyor", admin: false };
const admin: Standing = { role: "user", admin: true };

const columns = [visitor, user, pro, surveyor, admin];

// Every cell of the design's table of permissions, in the order of the columns above.
const expected: Record<string, boolean[]> = {
  "survey:take-part": [false, true, true, true, true],
  "comment:write": [false, false, true, false, false],
  "comment:answer": [false, false, true, true, false],
  "pro:buy": [false, true, false, false, false],
  "surveyor:ask": [false, true, false, false, false],
  "survey:create": [false, false, false, true, false],
  "survey:close": [false, false, false, true, true],
  "webhook:manage": [false, false, false, true, true],
  "response:read-own": [false, false, false, true, true],
  "response:read-all": [false, false, false, false, true],
  "user:manage": [false, false, false, false, true],
  "survey:publish": [false, false, false, false, true],
  "payment:read-all": [false, false, false, false, true],
  "overview:read": [false, false, false, false, true],
  "report:handle": [false, false, false, false, true],
  "audit:read": [false, false, false, false, true],
  "contact:handle": [false, false, false, false, true],
  "brand:manage": [false, false, false, false, true],
  "votes:set-aside": [false, false, false, false, true],
};

describe("can", () => {
  it("is tested in every row", () => {
    expect(Object.keys(expected).sort()).toEqual([...permissions].sort());
  });

  it.each(permissions)("decides every cell of %s", (permission) => {
    expect(columns.map((who) => can(who, permission))).toEqual(expected[permission]);
  });

  it("lets pro users take part, and nobody else, when PARTICIPATION is pro", () => {
    const cells = columns.map((who) => can(who, "survey:take-part", "pro"));
    expect(cells).toEqual([false, false, true, false, false]);
    expect(can({ role: "pro-user", admin: true }, "survey:take-part", "pro")).toBe(true);
    for (const permission of permissions.filter((name) => name !== "survey:take-part")) {
      expect(columns.map((who) => can(who, permission, "pro"))).toEqual(expected[permission]);
    }
  });

  it("lets an admin keep what a special role allows", () => {
    expect(can({ role: "pro-user", admin: true }, "comment:write")).toBe(true);
    expect(can({ role: "surveyor", admin: true }, "survey:create")).toBe(true);
    expect(can({ role: "surveyor", admin: true }, "user:manage")).toBe(true);
  });
});

describe("the flags", () => {
  it("call nobody normal who is an admin", () => {
    expect([user, pro, surveyor, admin].map(isNormalUser)).toEqual([true, false, false, false]);
    expect([user, pro, surveyor, admin].map(isProUser)).toEqual([false, true, false, false]);
  });
});
