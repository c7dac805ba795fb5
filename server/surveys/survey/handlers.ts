import { manages } from "../../../contract/results.ts";
import type { surveyRoutes } from "../../../contract/surveys.ts";
import { options } from "../../../contract/surveys.ts";
import type { Database } from "../../database/connect.ts";
import { pay } from "../../http/charge-calls.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import type { Budgets } from "../../http/limits/budgets.ts";
import { PASSING_MS } from "../../http/limits/prices.ts";
import { ProblemError } from "../../http/problems.ts";
import { countVotesOf } from "../../people/personal-data/queries.ts";
import type { PublishedLists } from "./cache.ts";
import { withResults } from "./card-queries.ts";
import { readPublished } from "./list-queries.ts";
import { findPublic, listSetAsideReasons, listTexts, type SurveyReader } from "./queries.ts";

interface Deps {
  db: Database;
  surveys: SurveyReader;
  lists: PublishedLists;
  budgets: Budgets;
}

/** Of a secret ballot, it is known who had a paper. */
const hasVoted = ({ ownVote, ownPaper }: { ownVote: string | null; ownPaper: boolean }) =>
  ownVote !== null || ownPaper;

export function surveyHandlers(deps: Deps): Handlers<typeof surveyRoutes> {
  const { db, surveys, lists, budgets } = deps;

  /** What it costs to pass the surveys that somebody has voted on, who may have voted on most. */
  const priceOfPassing = async (viewer: Viewer) => (await countVotesOf(db, viewer.id)) * PASSING_MS;

  return {
    listSurveys({ query, viewer, address }) {
      // At once if it is in memory.
      if (!query.notVoted) return lists.read(query);
      if (!viewer) throw new ProblemError("unauthenticated");
      return priceOfPassing(viewer)
        .then((ms) => pay(budgets, { address, viewer }, ms))
        .then(() => lists.readFor(viewer.id, query));
    },
    async findNextSurvey({ query: { category, language }, viewer, address }) {
      const newest = { sort: "newest", limit: 1, notVotedBy: viewer.id } as const;
      // Nobody can answer what they can't read, so the language matters more than the category.
      const wishes = [
        ...(category && language ? [{ category, language }] : []),
        ...(language ? [{ language }] : []),
        ...(category ? [{ category }] : []),
        {},
      ];
      const ms = await priceOfPassing(viewer);
      for (const wish of wishes) {
        await pay(budgets, { address, viewer }, ms);
        const { items } = await readPublished(db, { ...newest, ...wish });
        if (items[0]) return { next: items[0] };
      }
      return { next: null };
    },
    async readResults({ params, viewer, credential }) {
      const survey = await findPublic(db, params.id);
      if (!survey) throw new ProblemError("not_found");
      // A program sees what its owner may see. Browsers have another call for it.
      if (!viewer || credential?.kind !== "token" || survey.results) return survey;
      const read = await surveys.run({ id: params.id, viewerId: viewer.id });
      if (!read) throw new ProblemError("not_found");
      const who = { hasVoted: hasVoted(read), manages: manages(viewer, read.surveyorId) };
      return { ...survey, results: withResults(read, who).results };
    },
    async readSurvey({ params, query, viewer }) {
      const survey = await surveys.run({ id: params.id, viewerId: viewer.id });
      if (!survey) throw new ProblemError("not_found");
      const { id } = survey;
      const isManager = manages(viewer, survey.surveyorId);
      const who = { hasVoted: hasVoted(survey), manages: isManager };
      return {
        ...withResults(survey, who),
        comment: query.comments > 0 ? await listTexts(db, id, query.comments) : [],
        _id: id,
        options: [...options],
        status: "published",
        surveyorEmail: isManager ? (survey.surveyorEmail ?? "") : undefined,
        setAside: {
          count: survey.setAside,
          reasons: survey.setAside > 0 ? await listSetAsideReasons(db, id) : [],
        },
      };
    },
  };
}
