import type { commentRoutes } from "../../contract/comments.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { isPublished } from "../surveys/queries.ts";
import { addComment, listComments } from "./queries.ts";

export function commentHandlers({ db }: { db: Database }): Handlers<typeof commentRoutes> {
  return {
    async addComment({ params, body, viewer, key }) {
      const found = await addComment(db, {
        id: key,
        surveyId: params.id,
        userId: viewer.id,
        text: body.comment,
      });
      if (!found) throw new ProblemError("not_found");
      return { matchedCount: 1 };
    },
    async listComments({ params, viewer, page }) {
      if (!(await isPublished(db, params.id))) throw new ProblemError("not_found");
      return listComments(db, { surveyId: params.id, viewerId: viewer.id }, page);
    },
  };
}
