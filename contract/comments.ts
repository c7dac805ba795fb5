import { z } from "zod";
import { text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

const comment = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.string(),
  photo: z.string(),
  timestamp: z.string(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
});

/** A page of A4: enough for an argument, too little to flood the page. */
export const COMMENT_MAX = 2000;

/** One or two screens; a button loads more. */
export const COMMENTS_PER_PAGE = 20;

export const commentRoutes = {
  addComment: route({
    method: "PUT",
    path: "/survey/details/:id",
    access: "comment:write",
    summary: "Add a comment to a survey",
    body: z.object({ comment: text(1, COMMENT_MAX) }),
    reply: z.object({ matchedCount: z.int() }),
  }),
  listComments: pageRoute({
    path: "/survey/comments/:id",
    access: "survey:take-part",
    summary: "Comments on a survey, newest first, page by page",
    size: { usual: COMMENTS_PER_PAGE, most: 100 },
    item: comment,
  }),
};
