import type { surveyRoutes } from "../../contract/surveys.ts";
import { options } from "../../contract/surveys.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import type { PublishedLists } from "./cache.ts";
import type { SurveyReader } from "./queries.ts";

interface Deps {
  surveys: SurveyReader;
  lists: PublishedLists;
}

export function surveyHandlers({ surveys, lists }: Deps): Handlers<typeof surveyRoutes> {
  return {
    listSurveys({ query, viewer }) {
      if (!query.notVoted) return lists.read(query);
      if (!viewer) throw new ProblemError("unauthenticated");
      return lists.readFor(viewer.id, query);
    },
    async readSurvey({ params, viewer }) {
      const survey = await surveys.run({ id: params.id, viewerId: viewer.id });
      if (!survey) throw new ProblemError("not_found");
      const { id, yes, no, surveyorId, surveyorEmail, ...shown } = survey;
      const mayKnowEmail = viewer.admin || viewer.id === surveyorId;
      return {
        ...shown,
        _id: id,
        options: [...options],
        status: "published",
        surveyorEmail: mayKnowEmail ? (surveyorEmail ?? "") : undefined,
        results: shown.ownVote ? { yes, no } : null,
      };
    },
  };
}
