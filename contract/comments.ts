import { z } from "zod";
import { pageEnd, text } from "./fields.ts";
import { route } from "./route.ts";

export const commentSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.string(),
  photo: z.string(),
  timestamp: z.string(),
  /** The caller wrote it. */
  own: z.boolean(),
});

/** A page of A4: room for an argument, not for a flood. */
export const COMMENT_MAX = 2000;

export const commentRoutes = {
  addComment: route({
    method: "PUT",
    path: "/survey/details/:id",
    access: "comment:write",
    summary: "Add a comment to a survey",
    body: z.object({ comment: text(1, COMMENT_MAX) }),
    reply: z.object({ matchedCount: z.int() }),
  }),
  listComments: route({
    method: "GET",
    path: "/survey/comments/:id",
    access: "survey:take-part",
    summary: "Older comments of a survey, newest first",
    query: z.object({ after: pageEnd }),
    reply: z.object({ comments: z.array(commentSchema), olderComments: pageEnd.nullable() }),
  }),
};
