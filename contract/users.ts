import { z } from "zod";
import { displayName, emailAddress, fileFormat, language, searchText } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import type { Role } from "./permissions.ts";
import { photoUrl } from "./photo-url.ts";
import { route } from "./route.ts";

const roles = ["user", "surveyor", "pro-user"] as const satisfies readonly Role[];

/** What the list of users can be filtered by. Being an admin is no role, but is looked for as one. */
export const roleFilters = [...roles, "admin"] as const;

const userRow = z.object({
  username: z.string(),
  email: z.string(),
  url: z.string(),
  role: z.enum(roles),
  admin: z.boolean(),
  timestamp: z.string(),
  /** An operator has locked them out by a command. */
  locked: z.boolean(),
});

export const userRoutes = {
  registerUser: route({
    method: "POST",
    path: "/users",
    access: "signed-in",
    summary: "Store the caller's name and photo; sent at register and at social log-in",
    // Writes the caller's own row.
    limits: [],
    body: z.object({
      email: emailAddress,
      username: displayName,
      // A social account may have no photo; the browser then shows initials.
      url: photoUrl.or(z.literal("")),
      // The server sets the role. The specified client sends `user`; any other value is refused.
      role: z.literal("user").optional(),
    }),
    problems: ["forbidden"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  setLanguage: route({
    method: "PUT",
    path: "/users/language",
    access: "signed-in",
    summary: "Choose the language of the caller's pages and mails",
    // Writes the caller's own row.
    limits: [],
    body: z.object({ language }),
    reply: z.object({ matchedCount: z.int() }),
  }),
  readNormalFlag: route({
    method: "GET",
    path: "/users/normal/:email",
    access: "self",
    summary: "Is this person a normal user?",
    reply: z.object({ isNormalUser: z.boolean() }),
  }),
  readProFlag: route({
    method: "GET",
    path: "/users/pro/:email",
    access: "self",
    summary: "Is this person a pro user?",
    reply: z.object({ isProUser: z.boolean() }),
  }),
  readAdminFlag: route({
    method: "GET",
    path: "/users/admin/:email",
    access: "self",
    summary: "Is this person an admin?",
    reply: z.object({ isAdmin: z.boolean() }),
  }),
  readSurveyorFlag: route({
    method: "GET",
    path: "/users/surveyor/:email",
    access: "self",
    summary: "Is this person a surveyor?",
    reply: z.object({ isSurveyor: z.boolean() }),
  }),
  listUsers: pageRoute({
    path: "/users",
    access: "user:manage",
    summary: "Everybody who is registered, newest first, page by page",
    query: { search: searchText, role: z.enum(roleFilters).optional() },
    item: userRow.extend({ _id: z.uuid() }),
  }),
  exportUsers: route({
    method: "GET",
    path: "/users/export",
    access: "user:manage",
    summary: "Everybody who is registered, as a file",
    download: "users",
    query: z.object({ format: fileFormat }),
    reply: userRow,
  }),
  changeRole: route({
    method: "PATCH",
    path: "/users/admin/:id",
    access: "user:manage",
    fresh: true,
    summary: "Make a user a surveyor, or a surveyor a user again",
    body: z.object({ role: z.enum(["user", "surveyor"]) }),
    problems: ["conflict"],
    reply: z.object({ matchedCount: z.int() }),
  }),
  deleteUser: route({
    method: "DELETE",
    path: "/users/:id",
    access: "user:manage",
    fresh: true,
    summary: "Remove a person; their votes stay, under nobody's name",
    problems: ["conflict"],
    reply: z.object({ deletedCount: z.int() }),
  }),
};
