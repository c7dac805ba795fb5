import { z } from "zod";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

/** How often news come by mail. The bell has them at once, whatever is chosen. */
export const rhythms = ["at-once", "daily", "weekly", "never"] as const;
export type Rhythm = (typeof rhythms)[number];

/** What can be followed: a survey, all that its surveyor publishes, all of its category. */
export const followedKinds = ["survey", "surveyor", "category"] as const;
export type FollowedKind = (typeof followedKinds)[number];

/** Nobody reads news of more, and a list of all of them must stay short. */
export const FOLLOWS_MAX = 500;

const follow = z.object({
  id: z.uuid(),
  kind: z.enum(followedKinds),
  /** A survey's title, a surveyor's name, or a category. */
  name: z.string(),
  /** Of a title. */
  language: z.string().nullable(),
  surveyItemId: z.uuid().nullable(),
  timestamp: z.string(),
});
export type Follow = z.infer<typeof follow>;

// One row of the caller's own.
const limits: [] = [];

export const followRoutes = {
  readFollowed: route({
    method: "GET",
    path: "/followed/:id",
    access: "signed-in",
    summary: "What the caller follows of a survey: itself, its surveyor, its category",
    reply: z.object({ survey: z.boolean(), surveyor: z.boolean(), category: z.boolean() }),
  }),
  follow: route({
    method: "PUT",
    path: "/followed/:id",
    access: "signed-in",
    summary: "Follow a survey, its surveyor or its category, or stop it",
    limits,
    body: z.object({ kind: z.enum(followedKinds), on: z.boolean() }),
    problems: ["conflict"],
    reply: z.object({ matchedCount: z.int() }),
  }),
  listFollows: pageRoute({
    path: "/follows",
    access: "signed-in",
    summary: "What the caller has chosen to follow, newest first, page by page",
    item: follow,
  }),
  stopFollowing: route({
    method: "DELETE",
    path: "/follows/:id",
    access: "signed-in",
    summary: "Stop following something",
    limits,
    reply: z.object({ deletedCount: z.int() }),
  }),
  readNewsSettings: route({
    method: "GET",
    path: "/newsSettings",
    access: "signed-in",
    summary: "How often the caller wants news by mail, and whether mails reach them",
    reply: z.object({
      rhythm: z.enum(rhythms),
      /** Nothing is sent before it is. */
      isConfirmed: z.boolean(),
      /** Their mail server has refused so often that nothing is sent any more. */
      isRefused: z.boolean(),
    }),
  }),
  setNewsSettings: route({
    method: "PUT",
    path: "/newsSettings",
    access: "signed-in",
    summary: "Choose how often news come by mail; tries an address again that has refused",
    limits,
    body: z.object({ rhythm: z.enum(rhythms) }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
