export type Role = "user" | "surveyor" | "pro-user";

/** What a person's permissions depend on. `null` stands for a visitor. */
export interface Standing {
  role: Role;
  admin: boolean;
}

/**
 * The specification says in one place that 'registered users vote' and asks for the pro role in
 * another. `registered`: every registered person takes part. `pro`: who may comment does, so pro
 * users, and nobody else, as its section 6 says.
 */
export const participations = ["registered", "pro"] as const;
export type Participation = (typeof participations)[number];

type Column = "user" | "pro-user" | "surveyor" | "admin";

/** Who may do what. Browsing published surveys is public and needs no row. */
const grants = {
  "survey:take-part": ["user", "pro-user", "surveyor", "admin"],
  "comment:write": ["pro-user"],
  // Surveyors on their own surveys.
  "comment:answer": ["pro-user", "surveyor"],
  "pro:buy": ["user"],
  // Pro users keep the role that they have paid for.
  "surveyor:ask": ["user"],
  "survey:create": ["surveyor"],
  // Surveyors for their own surveys, admins for the site.
  "webhook:manage": ["surveyor", "admin"],
  // Surveyors their own.
  "survey:close": ["surveyor", "admin"],
  "response:read-own": ["surveyor", "admin"],
  "response:read-all": ["admin"],
  "user:manage": ["admin"],
  "survey:publish": ["admin"],
  "payment:read-all": ["admin"],
  "overview:read": ["admin"],
  "report:handle": ["admin"],
  "votes:set-aside": ["admin"],
  "audit:read": ["admin"],
  "contact:handle": ["admin"],
  "brand:manage": ["admin"],
} as const satisfies Record<string, readonly Column[]>;

export type Permission = keyof typeof grants;
export const permissions = Object.keys(grants) as Permission[];

export function can(
  who: Standing | null,
  permission: Permission,
  participation: Participation = "registered",
): boolean {
  if (!who) return false;
  if (permission === "survey:take-part" && participation === "pro")
    return can(who, "comment:write");
  const granted: readonly Column[] = grants[permission];
  return columnsOf(who).some((column) => granted.includes(column));
}

/** An admin keeps the rights of a special role, but is no longer a normal user. */
function columnsOf(who: Standing): Column[] {
  if (!who.admin) return [who.role];
  return who.role === "user" ? ["admin"] : ["admin", who.role];
}

export function isNormalUser(who: Standing | null): boolean {
  return who?.role === "user" && !who.admin;
}

export function isProUser(who: Standing | null): boolean {
  return who?.role === "pro-user";
}
