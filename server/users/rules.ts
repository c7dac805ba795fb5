import type { Standing } from "../../contract/permissions.ts";

interface Person extends Standing {
  id: string;
}

/** Why an admin may not change this person's role, or null if they may. */
export function whyNotChangeRole(actorId: string, person: Person): string | null {
  if (person.id === actorId) return "Nobody changes their own role.";
  if (person.admin) return "An admin's role is not changed here.";
  if (person.role === "pro-user") return "A pro user has paid for their role and keeps it.";
  return null;
}

/** Why an admin may not remove this person, given who the admins are, or null if they may. */
export function whyNotRemove(actorId: string, person: Person, admins: string[]): string | null {
  if (person.id === actorId) return "Nobody deletes themselves.";
  // Two admins who delete each other: the second finds themselves no longer an admin.
  if (!admins.includes(actorId)) return "You are no longer an admin.";
  if (isLastAdmin(person, admins)) return "The last admin stays.";
  return null;
}

/** Whether somebody who deletes their own account would leave nobody to manage the site. */
export function isLastAdmin(person: Standing, admins: string[]): boolean {
  return person.admin && admins.length === 1;
}
