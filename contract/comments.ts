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
  /** Whether the author is a pro user now. */
  pro: z.boolean(),
  liked: z.int(),
  /** Whether the caller likes it. */
  ownLike: z.boolean(),
});

const answer = written.extend({
  /** By the person who asked the survey. */
  byAsker: z.boolean(),
});

const comment = written.extend({
  /** The asker's first, then the earliest; a hidden one leaves its place empty. */
  answers: z.array(answer),
  /** Whether there may be more, which `listAnswers` has. */
  moreAnswers: z.boolean(),
});

export const commentSorts = ["newest", "liked"] as const;
export type CommentSort = (typeof commentSorts)[number];

/**
 * How many places of answers a comment in a list has, besides the asker's: enough to follow most
 * talks. A list of 1,000 comments has at most 12 million characters of answers.
 */
export const ANSWERS_SHOWN = 5;

export type Answer = z.infer<typeof answer>;
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
    summary: "Comments on a survey with their first answers, newest or most liked first",
    page: COMMENTS_PER_PAGE,
    query: { sort: z.enum(commentSorts).default("newest") },
    by: ({ sort }) => (sort === "liked" ? "count" : "time"),
    item: comment,
  }),
  listAnswers: pageRoute({
    path: "/survey/answers/:id",
    access: "survey:take-part",
    summary: "All answers to a comment, the asker's first, then the earliest",
    page: COMMENTS_PER_PAGE,
    query: { commentId: z.uuid() },
    by: "count",
    item: answer,
  }),
  likeComment: route({
    method: "PUT",
    path: "/commentLike",
    access: "survey:take-part",
    summary: "Like somebody else's comment or answer, or like it no more",
    limits: ["reactions"],
    body: z.object({ surveyItemId: z.uuid(), commentId: z.uuid(), liked: z.boolean() }),
    problems: ["not_found", "conflict"],
    reply: z.object({ liked: z.int(), ownLike: z.boolean() }),
  }),
  addAnswer: route({
    method: "POST",
    path: "/survey/comments/:id",
    access: "comment:answer",
    summary: "Answer a comment: pro users as often as they like, whoever asked the survey once",
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
