import { expect, test } from "vitest";
import type { Standing } from "../../../contract/permissions.ts";
import { sayRoleChange } from "./role-change.ts";

const user: Standing = { role: "user", admin: false };
const surveyor: Standing = { role: "surveyor", admin: false };
const pro: Standing = { role: "pro-user", admin: false };
const admin: Standing = { role: "user", admin: true };
const surveyingAdmin: Standing = { role: "surveyor", admin: true };

test.each([
  [surveyor, user, "You are no longer a surveyor."],
  [admin, user, "You are no longer an admin."],
  [pro, user, "You are no longer a pro user."],
  [surveyingAdmin, surveyor, "You are no longer an admin."],
  [surveyingAdmin, admin, "You are no longer a surveyor."],
  [surveyingAdmin, user, "You are no longer an admin or a surveyor."],
  // What was lost explains a refusal better than what was won.
  [pro, surveyor, "You are no longer a pro user."],
  [user, surveyor, "You are a surveyor now."],
  [user, pro, "You are a pro user now."],
  [user, surveyingAdmin, "You are an admin and a surveyor now."],
  [user, user, null],
  [surveyingAdmin, surveyingAdmin, null],
])("from %j to %j: %s", (before, now, said) => {
  expect(sayRoleChange(before, now)).toBe(said);
});
