import type { reactionRoutes } from "../../../contract/reactions.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { orProblem } from "../../http/problems.ts";
import { type ReactionKind, removeReaction, setReaction } from "./queries.ts";

export function reactionHandlers({ db }: { db: Database }): Handlers<typeof reactionRoutes> {
  async function react(surveyId: string, viewer: Viewer, kind: ReactionKind) {
    const { id: userId, tokenVersion, formerIds } = viewer;
    const reaction = { surveyId, userId, tokenVersion, formerIds, kind };
    return { ...orProblem(await setReaction(db, reaction)), ownReaction: kind };
  }
  return {
    like: ({ params, viewer }) => react(params.id, viewer, "like"),
    dislike: ({ params, viewer }) => react(params.id, viewer, "dislike"),
    async withdrawReaction({ params, viewer }) {
      return { ...orProblem(await removeReaction(db, params.id, viewer.id)), ownReaction: null };
    },
  };
}
