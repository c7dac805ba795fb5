import type { commentRoutes } from "../../../contract/comments.ts";
import { can } from "../../../contract/permissions.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { isPublished } from "../survey/queries.ts";
import { setLike } from "./like-queries.ts";
import {
  addAnswer,
  addComment,
  deleteComment,
  editComment,
  listAnswers,
  listComments,
} from "./queries.ts";

export function commentHandlers({ db }: { db: Database }): Handlers<typeof commentRoutes> {
  async function readingOf(surveyId: string, viewer: Viewer) {
    if (!(await isPublished(db, surveyId))) throw new ProblemError("not_found");
    return { surveyId, viewerId: viewer.id, seesHidden: can(viewer, "report:handle") };
  }
  return {
    async addComment({ params, body, viewer, key }) {
      const comment = { id: key, surveyId: params.id, userId: viewer.id, text: body.comment };
      orProblem(await addComment(db, comment));
      return { matchedCount: 1 };
    },
    async listComments({ params, query: { sort }, viewer, page }) {
      return listComments(db, { ...(await readingOf(params.id, viewer)), sort }, page);
    },
    async listAnswers({ params, query: { commentId }, viewer, page }) {
      return listAnswers(db, { ...(await readingOf(params.id, viewer)), commentId }, page);
    },
    async likeComment({ body, viewer }) {
      const { surveyItemId: surveyId, commentId, liked } = body;
      const { id: userId, tokenVersion, formerIds } = viewer;
      const person = { userId, tokenVersion, formerIds };
      const like = { ...person, surveyId, commentId, liked };
      return { ...orProblem(await setLike(db, like)), ownLike: liked };
    },
    async addAnswer({ params, body, viewer, key }) {
      const { commentId, answer: text } = body;
      const answer = { id: key, surveyId: params.id, userId: viewer.id, commentId, text };
      const answersAll = can(viewer, "comment:write");
      return orProblem(await addAnswer(db, { ...answer, answersAll }));
    },
    async editComment({ params, body, viewer }) {
      const { commentId: id, comment: text } = body;
      const may = { comment: can(viewer, "comment:write"), answer: can(viewer, "comment:answer") };
      if (!may.answer) throw new ProblemError("forbidden");
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
