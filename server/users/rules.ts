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

interface Removal {
  /** Null for a command on the server itself. */
  actorId: string | null;
  /** People delete their own account in their profile, not in the admins' list. */
  ownWish: boolean;
}

/**
 * Why this person may not be removed, or null if they may. `admins` are the ids of all admins who can
 * log in.
 */
export function whyNotRemove(
  { actorId, ownWish }: Removal,
  person: Person,
  admins: string[],
): string | null {
  if (!ownWish && person.id === actorId) return "Nobody deletes themselves.";
  // If two admins delete each other at the same time, the second is no longer an admin.
  if (!ownWish && actorId !== null && !admins.includes(actorId))
    return "You are no longer an admin.";
  return whyNotLeave(person, admins);
}

/** Why this person may not stop being an admin, or null if they may. */
export function whyNotLeave(person: Person, admins: string[]): string | null {
  const isLast = admins.every((id) => id === person.id);
  return person.admin && isLast ? "The last admin stays." : null;
}
