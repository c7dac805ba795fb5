import { z } from "zod";
import { commentSchema } from "./comments.ts";
import { countPageEnd, pageEnd, searchText } from "./fields.ts";
import { route } from "./route.ts";

export const categories = ["politics", "social-issues", "technology", "entertainment"] as const;
export type Category = (typeof categories)[number];

/** Every survey is answered with one of these two. */
export const options = ["yes", "no"] as const;

export const surveySorts = ["newest", "votes", "liked"] as const;
export type SurveySort = (typeof surveySorts)[number];

const surveyCard = z.object({
  _id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  timestamp: z.string(),
  votes: z.int(),
  liked: z.int(),
});
export type SurveyCard = z.infer<typeof surveyCard>;

export const surveyRoutes = {
  listSurveys: route({
    method: "GET",
    path: "/survey/item",
    access: "public",
    summary: "Published surveys, page by page (the `Link` header names the next page)",
    query: z
      .object({
        search: searchText,
        category: z.enum(categories).optional(),
        sort: z.enum(surveySorts).default("newest"),
        /** Only those the caller has not voted on yet. */
        notVoted: z.stringbool().default(false),
        after: pageEnd.optional(),
        // A screenful by default; what one answer can hold without growing heavy at the most.
        limit: z.coerce.number().int().min(1).max(50).default(12),
      })
      .refine(
        ({ sort, after }) => sort === "newest" || countPageEnd.optional().safeParse(after).success,
        { path: ["after"], error: "No list goes on from there" },
      ),
    problems: ["unauthenticated"],
    reply: z.array(surveyCard),
  }),
  readSurvey: route({
    method: "GET",
    path: "/survey/details/:id",
    access: "survey:take-part",
    summary: "One published survey, with what the caller did on it",
    reply: surveyCard.extend({
      question: z.string(),
      options: z.array(z.enum(options)),
      status: z.literal("published"),
      disliked: z.int(),
      surveyorName: z.string(),
      /** For its own surveyor and for admins; nobody else's e-mail is handed out. */
      surveyorEmail: z.string().optional(),
      ownVote: z.enum(options).nullable(),
      ownReaction: z.enum(["like", "dislike"]).nullable(),
      /** Only for those who have voted: nobody is led by what others answered. */
      results: z.object({ yes: z.int(), no: z.int() }).nullable(),
      /** The texts alone, as specified, of the same comments that follow. */
      comment: z.array(z.string()),
      comments: z.array(commentSchema),
      /** Where older comments go on, if there are any. */
      olderComments: pageEnd.nullable(),
    }),
  }),
};
