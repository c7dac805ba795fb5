import type { commentRoutes } from "../../../contract/comments.ts";
import { can } from "../../../contract/permissions.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { isPublished } from "../survey/queries.ts";
import { addAnswer, addComment, deleteComment, editComment, listComments } from "./queries.ts";

export function commentHandlers({ db }: { db: Database }): Handlers<typeof commentRoutes> {
  return {
    async addComment({ params, body, viewer, key }) {
      const comment = { id: key, surveyId: params.id, userId: viewer.id, text: body.comment };
      orProblem(await addComment(db, comment));
      return { matchedCount: 1 };
    },
    async listComments({ params, viewer, page }) {
      if (!(await isPublished(db, params.id))) throw new ProblemError("not_found");
      const seesHidden = can(viewer, "report:handle");
      return listComments(db, { surveyId: params.id, viewerId: viewer.id, seesHidden }, page);
    },
    async addAnswer({ params, body, viewer, key }) {
      const { commentId, answer: text } = body;
      const answer = { id: key, surveyId: params.id, userId: viewer.id, commentId, text };
      return orProblem(await addAnswer(db, answer));
    },
    async editComment({ params, body, viewer }) {
      const { commentId: id, comment: text } = body;
      const may = { comment: can(viewer, "comment:write"), answer: can(viewer, "comment:answer") };
      if (!may.comment && !may.answer) throw new ProblemError("forbidden");
      const edit = { id, surveyId: params.id, userId: viewer.id, text, may };
      orProblem(await editComment(db, edit));
      return { matchedCount: 1 };
    },
    async deleteComment({ params, query, viewer }) {
      const comment = { id: query.commentId, surveyId: params.id, userId: viewer.id };
      orProblem(await deleteComment(db, comment));
      return { matchedCount: 1 };
    },
  };
}
