import { useMutation } from "@tanstack/react-query";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { callRoute } from "../../lib/api.ts";
import { changeReply } from "../../lib/route-queries.ts";

export type Reactions = Reply<typeof routes.like>;
export type Reaction = Reactions["ownReaction"];

export function useReact(surveyId: string) {
  const params = { id: surveyId };
  return useMutation({
    // One after the other, so that the last press wins.
    scope: { id: `reaction ${surveyId}` },
    mutationFn: (reaction: Reaction) => {
      if (reaction === "like") return callRoute(routes.like, { params });
      if (reaction === "dislike") return callRoute(routes.dislike, { params });
      return callRoute(routes.withdrawReaction, { params });
    },
    onSuccess: (reactions) => changeReply(routes.readSurvey, { params }, reactions),
  });
}

/** The reactions to show until the server answers. */
export function withReaction(before: Reactions, reaction: Reaction): Reactions {
  const change = (kind: Reaction) =>
    Number(reaction === kind) - Number(before.ownReaction === kind);
  return {
    liked: before.liked + change("like"),
    disliked: before.disliked + change("dislike"),
    ownReaction: reaction,
  };
}
