import { COMMENTS_PER_PAGE } from "../../contract/comments.ts";
import type { surveyRoutes } from "../../contract/surveys.ts";
import { options } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import type { PublishedLists } from "./cache.ts";
import { listTexts, type SurveyReader } from "./queries.ts";

interface Deps {
  db: Database;
  surveys: SurveyReader;
  lists: PublishedLists;
}

export function surveyHandlers({ db, surveys, lists }: Deps): Handlers<typeof surveyRoutes> {
  return {
    listSurveys({ query, viewer }) {
      if (!query.notVoted) return lists.read(query);
      if (!viewer) throw new ProblemError("unauthenticated");
      return lists.readFor(viewer.id, query);
    },
    async readSurvey({ params, query, viewer }) {
      const survey = await surveys.run({ id: params.id, viewerId: viewer.id });
      if (!survey) throw new ProblemError("not_found");
      const { id, yes, no, surveyorId, surveyorEmail, ...shown } = survey;
      // A reading has the first page of comments, which is all that most surveys have.
      const mayHaveMore =
        query.comments > COMMENTS_PER_PAGE && shown.comment.length === COMMENTS_PER_PAGE;
      const comment = mayHaveMore
        ? await listTexts(db, params.id, query.comments)
        : shown.comment.slice(0, query.comments);
      const mayKnowEmail = viewer.admin || viewer.id === surveyorId;
      return {
        ...shown,
        comment,
        _id: id,
        options: [...options],
        status: "published",
        surveyorEmail: mayKnowEmail ? (surveyorEmail ?? "") : undefined,
        results: shown.ownVote ? { yes, no } : null,
      };
    },
  };
}
