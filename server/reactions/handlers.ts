import type { reactionRoutes } from "../../contract/reactions.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { type ReactionCounts, type ReactionKind, removeReaction, setReaction } from "./queries.ts";

export function reactionHandlers({ db }: { db: Database }): Handlers<typeof reactionRoutes> {
  function answer(counts: ReactionCounts | undefined, ownReaction: ReactionKind | null) {
    if (!counts) throw new ProblemError("not_found");
    return { ...counts, ownReaction };
  }
  return {
    async like({ params, viewer }) {
      const reaction = { surveyId: params.id, userId: viewer.id, kind: "like" } as const;
      return answer(await setReaction(db, reaction), "like");
    },
    async dislike({ params, viewer }) {
      const reaction = { surveyId: params.id, userId: viewer.id, kind: "dislike" } as const;
      return answer(await setReaction(db, reaction), "dislike");
    },
    async withdrawReaction({ params, viewer }) {
      return answer(await removeReaction(db, params.id, viewer.id), null);
    },
  };
}
