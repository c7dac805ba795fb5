import * as t from "#words/roleChange";
import type { Standing } from "../../../contract/permissions.ts";

/** What has changed in somebody's rights, or null if nothing has. */
export function sayRoleChange(before: Standing, now: Standing): string | null {
  const lost = titlesWithout(before, now);
  if (lost) return t.lost[lost];
  const gained = titlesWithout(now, before);
  return gained && t.gained[gained];
}

/** What somebody is by their one standing and not by the other, as the words are listed. */
function titlesWithout(one: Standing, other: Standing): keyof typeof t.lost | null {
  const role = one.role === other.role || one.role === "user" ? null : one.role;
  if (!one.admin || other.admin) return role;
  return role ? `admin-${role}` : "admin";
}
