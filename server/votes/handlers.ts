import type { voteRoutes } from "../../contract/votes.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import type { LiveResults } from "./live-results.ts";
import { hasVoted, type VoteWriter } from "./queries.ts";

interface Needs {
  db: Database;
  votes: VoteWriter;
  live: LiveResults;
}

export function voteHandlers({ db, votes, live }: Needs): Handlers<typeof voteRoutes> {
  return {
    async castVote({ body, viewer, key }) {
      const standing = await votes.add({
        id: key,
        surveyId: body.surveyItemId,
        userId: viewer.id,
        vote: body.vote,
        report: body.report,
      });
      if (standing === null) throw new ProblemError("not_found");
      if (standing !== key) throw new ProblemError("already_voted");
      return { insertedId: standing };
    },
    async watchResults({ params, viewer, signal }) {
      if (!(await hasVoted(db, params.id, viewer.id))) {
        throw new ProblemError("forbidden", { detail: "Results are for those who have voted." });
      }
      return live.watch(params.id, viewer, signal);
    },
  };
}
