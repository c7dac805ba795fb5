import type { surveyRoutes } from "../../contract/surveys.ts";
import { options } from "../../contract/surveys.ts";
import { listNewestTexts } from "../comments/queries.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import type { PublishedLists } from "./cache.ts";
import { findPublished } from "./queries.ts";

interface Deps {
  db: Database;
  lists: PublishedLists;
}

export function surveyHandlers({ db, lists }: Deps): Handlers<typeof surveyRoutes> {
  return {
    async listSurveys({ query: { notVoted, ...filter }, page, viewer }) {
      if (!notVoted) return lists.read({ ...filter, ...page });
      if (!viewer) throw new ProblemError("unauthenticated");
      return lists.readFor(viewer.id, { ...filter, ...page });
    },
    async readSurvey({ params, viewer }) {
      const [survey, comment] = await Promise.all([
        findPublished(db, params.id, viewer.id),
        listNewestTexts(db, params.id),
      ]);
      if (!survey) throw new ProblemError("not_found");
      const { id, created_at, yes, no, surveyorId, surveyorEmail, ...shown } = survey;
      const mayKnowEmail = viewer.admin || viewer.id === surveyorId;
      return {
        ...shown,
        _id: id,
        timestamp: created_at.toISOString(),
        options: [...options],
        status: "published",
        surveyorEmail: mayKnowEmail ? (surveyorEmail ?? "") : undefined,
        results: shown.ownVote ? { yes, no } : null,
        comment,
      };
    },
  };
}
