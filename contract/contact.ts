import { z } from "zod";
import { displayName, emailAddress, text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

/** Two pages of A4. Longer messages can follow by mail. */
export const MESSAGE_MAX = 4000;

export const contactRoutes = {
  sendMessage: route({
    method: "POST",
    path: "/contactMessage",
    access: "public",
    summary: "Write to the admins",
    status: 201,
    body: z.object({
      name: displayName,
      email: emailAddress,
      message: text(10, MESSAGE_MAX),
    }),
    reply: z.object({ insertedId: z.uuid() }),
  }),
  listMessages: pageRoute({
    path: "/contactMessage",
    access: "contact:read",
    summary: "What people wrote to the admins, newest first",
    item: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      message: z.string(),
      timestamp: z.string(),
    }),
  }),
};
