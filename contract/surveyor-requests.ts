import { z } from "zod";
import { text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";
import { ANSWER_MAX, REQUEST_MAX } from "./surveyor-request-limits.ts";

const request = z.object({ id: z.uuid(), reason: z.string(), timestamp: z.string() });

const openRequest = request.extend({
  userId: z.uuid(),
  username: z.string(),
  email: z.string(),
  /** When the person registered. */
  registered: z.string(),
});
export type SurveyorRequest = z.infer<typeof openRequest>;

export const surveyorRequestRoutes = {
  askToBeSurveyor: route({
    method: "POST",
    path: "/surveyorRequest",
    access: "surveyor:ask",
    summary: "Ask the admins to become a surveyor; one open request per person",
    limits: ["surveyorRequests"],
    status: 201,
    body: z.object({ reason: text(1, REQUEST_MAX) }),
    problems: ["conflict"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  readOwnRequest: route({
    method: "GET",
    path: "/surveyorRequest/own",
    access: "signed-in",
    summary: "The caller's open request, if there is one",
    reply: z.object({ request: request.nullable() }),
  }),
  withdrawRequest: route({
    method: "DELETE",
    path: "/surveyorRequest/own",
    access: "signed-in",
    summary: "Withdraw the caller's open request",
    // Deletes one row of the caller's own; how many there are is limited.
    limits: [],
    reply: z.object({ deletedCount: z.int() }),
  }),
  listRequests: pageRoute({
    path: "/surveyorRequest",
    access: "user:manage",
    summary: "Normal users who ask to become surveyors, the first to ask first, page by page",
    item: openRequest,
  }),
  decideOnRequest: route({
    method: "PATCH",
    path: "/surveyorRequest/:id",
    access: "user:manage",
    // It changes a role.
    fresh: true,
    summary: "Make the person a surveyor, or decline; they are told either way",
    body: z.object({
      accepted: z.boolean(),
      answer: z.string().trim().max(ANSWER_MAX).default(""),
    }),
    problems: ["not_found", "conflict"],
    reply: z.object({ matchedCount: z.int() }),
  }),
};
