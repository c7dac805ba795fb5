import type { reactionRoutes } from "../../../contract/reactions.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import {
  haveReacted,
  type ReactionCounts,
  type ReactionKind,
  removeReaction,
  setReaction,
} from "./queries.ts";

export function reactionHandlers({ db }: { db: Database }): Handlers<typeof reactionRoutes> {
  function answer(counts: ReactionCounts | undefined, ownReaction: ReactionKind | null) {
    if (!counts) throw new ProblemError("not_found");
    return { ...counts, ownReaction };
  }
  async function react(surveyId: string, viewer: Viewer, kind: ReactionKind) {
    // One reaction per person, also for a person who was deleted and registered again.
    if (await haveReacted(db, surveyId, viewer.formerIds)) {
      throw new ProblemError("reaction.former");
    }
    const { id: userId, tokenVersion } = viewer;
    const counts = await setReaction(db, { surveyId, userId, tokenVersion, kind });
    if (counts === "gone") throw new ProblemError("unauthenticated");
    return answer(counts, kind);
  }
  return {
    like: ({ params, viewer }) => react(params.id, viewer, "like"),
    dislike: ({ params, viewer }) => react(params.id, viewer, "dislike"),
    async withdrawReaction({ params, viewer }) {
      return answer(await removeReaction(db, params.id, viewer.id), null);
    },
  };
}
