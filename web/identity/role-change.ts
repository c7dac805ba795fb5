import type { Standing } from "../../contract/permissions.ts";

/** What has changed in somebody's rights, or null if nothing has. */
export function sayRoleChange(before: Standing, now: Standing): string | null {
  const [had, has] = [titlesOf(before), titlesOf(now)];
  const lost = had.filter((title) => !has.includes(title));
  if (lost.length > 0) return `You are no longer ${lost.join(" or ")}.`;
  const gained = has.filter((title) => !had.includes(title));
  return gained.length > 0 ? `You are ${gained.join(" and ")} now.` : null;
}

function titlesOf({ role, admin }: Standing): string[] {
  const roles = { user: [], surveyor: ["a surveyor"], "pro-user": ["a pro user"] };
  return [...(admin ? ["an admin"] : []), ...roles[role]];
}
