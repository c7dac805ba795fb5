import { z } from "zod";
import { route } from "./route.ts";

const notice = z.object({
  id: z.uuid(),
  /** Of an own survey: it is published or rejected. `answer`: to an own comment on a survey. */
  kind: z.enum(["published", "unpublish", "answer"]),
  surveyItemId: z.uuid(),
  title: z.string(),
  /** The admin's reason if the survey was rejected, otherwise empty. */
  message: z.string(),
  read: z.boolean(),
  timestamp: z.string(),
});
export type Notice = z.infer<typeof notice>;

export const noticeRoutes = {
  listNotices: route({
    method: "GET",
    path: "/notices",
    access: "signed-in",
    summary: "What the caller was told, newest first, and how much of it is unread",
    reply: z.object({ unread: z.int(), notices: z.array(notice) }),
  }),
  readNotices: route({
    method: "POST",
    path: "/notices/read",
    access: "signed-in",
    summary: "Mark what came up to this moment as read",
    body: z.object({ until: z.iso.datetime() }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
