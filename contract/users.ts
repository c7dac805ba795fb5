import { z } from "zod";
import { displayName, emailAddress, photoUrl } from "./fields.ts";
import { route } from "./route.ts";

export const userRoutes = {
  registerUser: route({
    method: "POST",
    path: "/users",
    access: "signed-in",
    summary: "Store the caller's name and photo; sent at register and at social log-in",
    body: z.object({
      email: emailAddress,
      username: displayName,
      // A social account may have no photo; the browser then shows initials.
      url: photoUrl.or(z.literal("")),
      // The server owns the role. The specified client sends `user`; anything more is refused.
      role: z.literal("user").optional(),
    }),
    reply: z.object({ insertedId: z.uuid() }),
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
};
