import type { voteRoutes } from "../../contract/votes.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import type { AtOnce } from "../limits/at-once.ts";
import type { LiveResults } from "./live-results.ts";
import { findVoted, haveVoted, mayReadResults, type VoteWriter } from "./queries.ts";

interface Deps {
  db: Database;
  votes: VoteWriter;
  live: LiveResults;
  /** Limits how many streams one person has open. */
  streams: AtOnce;
}

// Enough time to close a tab.
const FULL_RETRY_SECONDS = 60;

export function voteHandlers({ db, votes, live, streams }: Deps): Handlers<typeof voteRoutes> {
  return {
    async castVote({ body, viewer, key }) {
      if (await haveVoted(db, body.surveyItemId, viewer.formerIds)) {
        throw new ProblemError("already_voted");
      }
      const voteId = await votes.run({
        id: key,
        surveyId: body.surveyItemId,
        userId: viewer.id,
        vote: body.vote,
        report: body.report,
      });
      if (voteId === null) throw new ProblemError("not_found");
      if (voteId !== key) throw new ProblemError("already_voted");
      return { insertedId: voteId };
    },
    async readVoteMarks({ query, viewer }) {
      return { voted: await findVoted(db, viewer.id, query.ids) };
    },
    async watchResults({ params, viewer, signal }) {
      if (!(await mayReadResults(db, params.id, viewer))) {
        throw new ProblemError("forbidden", { detail: "You may not see these results yet." });
      }
      if (!(await streams.enter(viewer.id, signal))) {
        throw new ProblemError("too_many_requests", { retryAfterSeconds: FULL_RETRY_SECONDS });
      }
      return live.watch(params.id, viewer, signal);
    },
  };
}
