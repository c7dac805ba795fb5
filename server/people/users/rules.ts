import type { Refused } from "../../../contract/errors.ts";
import type { Standing } from "../../../contract/permissions.ts";

interface Person extends Standing {
  id: string;
}

/** Why an admin may not change this person's role, or null if they may. */
export function whyNotChangeRole(actorId: string, person: Person): Refused | null {
  if (person.id === actorId) return { refused: "role.own" };
  if (person.admin) return { refused: "role.of-admin" };
  if (person.role === "pro-user") return { refused: "role.paid" };
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
): Refused | null {
  if (!ownWish && person.id === actorId) return { refused: "person.self" };
  // If two admins delete each other at the same time, the second is no longer an admin.
  if (!ownWish && actorId !== null && !admins.includes(actorId)) {
    return { refused: "admin.no-longer" };
  }
  return whyNotLeave(person, admins);
}

/** Why this person may not stop being an admin, or null if they may. */
export function whyNotLeave(person: Person, admins: string[]): Refused | null {
  const isLast = admins.every((id) => id === person.id);
  return person.admin && isLast ? { refused: "admin.last" } : null;
}
