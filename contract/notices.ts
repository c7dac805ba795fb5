import { z } from "zod";
import { route } from "./route.ts";
import { hidingReasons, rejectionReasons } from "./survey-status.ts";

/** What followers of a survey, its surveyor or its category are told. */
export const newsKinds = ["new", "closes-soon", "closed", "corrected", "taken-down"] as const;
export type NewsKind = (typeof newsKinds)[number];

const notice = z.object({
  id: z.uuid(),
  /**
   * Of an own survey: it is published or rejected. `answer`: to an own comment on a survey, `hidden`:
   * an admin has hidden an own comment or answer.
   * `set-aside`, `restored`: the own vote on a survey no longer counts, or counts again. The others
   * are news of a survey that the caller follows, or has answered.
   */
  kind: z.enum([
    "published",
    "unpublish",
    "answer",
    "hidden",
    "set-aside",
    "restored",
    ...newsKinds,
  ]),
  surveyItemId: z.uuid(),
  title: z.string(),
  /** Of the survey. */
  language: z.string(),
  /** What the admin wrote on what was rejected, hidden, set aside or restored; else empty. */
  message: z.string(),
  /** If the admin has chosen one. Then the message may be empty. */
  reason: z.enum([...rejectionReasons, ...hidingReasons]).nullable(),
  read: z.boolean(),
  timestamp: z.string(),
});
export type Notice = z.infer<typeof notice>;

const accountNotice = z.object({
  id: z.uuid(),
  /**
   * The person's new standing, or what they have lost. `declined`: they asked to become a surveyor,
   * and an admin has declined.
   */
  kind: z.enum(["surveyor", "not-surveyor", "admin", "not-admin", "not-pro", "declined"]),
  /** What the admin answered to the request; may be empty. */
  message: z.string(),
  read: z.boolean(),
  timestamp: z.string(),
});
export type AccountNotice = z.infer<typeof accountNotice>;

export const noticeRoutes = {
  listNotices: route({
    method: "GET",
    path: "/notices",
    access: "signed-in",
    summary: "What the caller was told, newest first, and how much of it is unread",
    reply: z.object({
      unread: z.int(),
      notices: z.array(notice),
      /** What concerns the caller's role and no survey. */
      account: z.array(accountNotice),
    }),
  }),
  readNotices: route({
    method: "POST",
    path: "/notices/read",
    access: "signed-in",
    summary: "Mark what came up to this moment as read",
    // Marks the caller's own.
    limits: [],
    body: z.object({ until: z.iso.datetime() }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
