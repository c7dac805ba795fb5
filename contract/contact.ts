import { z } from "zod";
import { displayName, emailAddress, text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

/** Two pages of A4. The admins can ask for more. */
export const MESSAGE_MAX = 4000;

export const messageStates = ["open", "answered"] as const;

export const contactRoutes = {
  sendMessage: route({
    method: "POST",
    path: "/contactMessage",
    access: "public",
    summary: "Write to the admins",
    limits: ["messages"],
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
    access: "contact:handle",
    summary: "What people wrote to the admins, newest first",
    query: { state: z.enum(messageStates).optional() },
    item: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      message: z.string(),
      timestamp: z.string(),
      /** Null while it waits for an answer. */
      answered: z.object({ by: z.string(), timestamp: z.string() }).nullable(),
    }),
  }),
  answerMessage: route({
    method: "PATCH",
    path: "/contactMessage/:id",
    access: "contact:handle",
    summary: "Mark a message as answered, or as open again",
    body: z.object({ answered: z.boolean() }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
