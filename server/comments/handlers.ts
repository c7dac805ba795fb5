import type { commentRoutes } from "../../contract/comments.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { orProblem, ProblemError } from "../http/problems.ts";
import { isPublished } from "../surveys/queries.ts";
import { addComment, listComments } from "./queries.ts";

export function commentHandlers({ db }: { db: Database }): Handlers<typeof commentRoutes> {
  return {
    async addComment({ params, body, viewer, key }) {
      const comment = { id: key, surveyId: params.id, userId: viewer.id, text: body.comment };
      orProblem(await addComment(db, comment));
      return { matchedCount: 1 };
    },
    async listComments({ params, viewer, page }) {
      if (!(await isPublished(db, params.id))) throw new ProblemError("not_found");
      return listComments(db, { surveyId: params.id, viewerId: viewer.id }, page);
    },
  };
}
