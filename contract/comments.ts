import { z } from "zod";
import { text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

/** What a comment and an answer to it have in common. */
const written = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.string(),
  photo: z.string(),
  timestamp: z.string(),
  edited: z.boolean(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
  /** Whether it is the caller's own and young enough to be edited. */
  editable: z.boolean(),
  /** Whether an admin has hidden it; then only admins get it. */
  hidden: z.boolean(),
});

const comment = written.extend({
  /** Whether the author is a pro user now. */
  pro: z.boolean(),
  /** By the person who asked. */
  answer: written.nullable(),
});

export type Written = z.infer<typeof written>;
export type Comment = z.infer<typeof comment>;

/** A page of A4: enough for an argument, too little to flood the page. */
export const COMMENT_MAX = 2000;

/** One or two screens; a button loads more. */
const COMMENTS_PER_PAGE = 20;

/** The most comments that `GET /survey/details/:id` has: at most 2 million characters. */
export const COMMENTS_MAX = 1000;

/** Enough to mend a mistake; too short to change the meaning once others have replied to it. */
export const EDIT_MINUTES = 15;

const commentText = text(1, COMMENT_MAX);

export const commentRoutes = {
  addComment: route({
    method: "PUT",
    path: "/survey/details/:id",
    access: "comment:write",
    summary: "Add a comment to a survey",
    limits: ["comments"],
    body: z.object({ comment: commentText }),
    reply: z.object({ matchedCount: z.int() }),
  }),
  listComments: pageRoute({
    path: "/survey/comments/:id",
    access: "survey:take-part",
    summary: "Comments on a survey with their answers, newest first",
    page: COMMENTS_PER_PAGE,
    item: comment,
  }),
  addAnswer: route({
    method: "POST",
    path: "/survey/comments/:id",
    access: "comment:answer",
    summary: "Answer a comment on one's own survey; one answer per comment",
    limits: ["comments"],
    status: 201,
    body: z.object({ commentId: z.uuid(), answer: commentText }),
    problems: ["conflict"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  editComment: route({
    method: "PATCH",
    path: "/survey/comments/:id",
    access: "survey:take-part",
    summary: `Change one's own comment or answer, in the first ${EDIT_MINUTES} minutes`,
    limits: ["comments"],
    body: z.object({ commentId: z.uuid(), comment: commentText }),
    problems: ["conflict"],
    reply: z.object({ matchedCount: z.int() }),
  }),
  deleteComment: route({
    method: "DELETE",
    path: "/survey/comments/:id",
    access: "signed-in",
    summary: "Delete one's own comment or answer for good",
    // Empties one row of the caller's own; how many there are is limited.
    limits: [],
    query: z.object({ commentId: z.uuid() }),
    reply: z.object({ matchedCount: z.int() }),
  }),
};
