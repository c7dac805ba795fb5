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
  if (person.admin && admins.length === 1) return "The last admin stays.";
  return null;
}
