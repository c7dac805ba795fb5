import { z } from "zod";
import { route } from "./route.ts";

const reply = z.object({
  liked: z.int(),
  disliked: z.int(),
  ownReaction: z.enum(["like", "dislike"]).nullable(),
});

export const reactionRoutes = {
  like: route({
    method: "PATCH",
    path: "/like/:id",
    access: "survey:take-part",
    summary: "Like a survey, instead of disliking it if so",
    limits: ["reactions"],
    problems: ["conflict"],
    reply,
  }),
  dislike: route({
    method: "PATCH",
    path: "/dislike/:id",
    access: "survey:take-part",
    summary: "Dislike a survey, instead of liking it if so",
    limits: ["reactions"],
    problems: ["conflict"],
    reply,
  }),
  withdrawReaction: route({
    method: "DELETE",
    path: "/reaction/:id",
    access: "survey:take-part",
    summary: "Neither like nor dislike a survey any more",
    limits: ["reactions"],
    reply,
  }),
};
