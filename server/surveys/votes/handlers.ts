import type { voteRoutes } from "../../../contract/votes.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { AtOnce } from "../../http/limits/at-once.ts";
import type { HashNetwork } from "../../http/limits/network.ts";
import { ProblemError } from "../../http/problems.ts";
import type { LiveResults } from "./live-results.ts";
import type { VoteWriter } from "./queries.ts";
import { mayReadResults } from "./results-queries.ts";
import { findVoted, haveActed } from "./voted-queries.ts";

interface Deps {
  db: Database;
  votes: VoteWriter;
  live: LiveResults;
  /** Limits how many streams one person, or the visitors of one network, have open. */
  streams: AtOnce;
  hashNetwork: HashNetwork;
}

// Enough time to close a tab.
const FULL_RETRY_SECONDS = 60;

export function voteHandlers(deps: Deps): Handlers<typeof voteRoutes> {
  const { db, votes, live, streams, hashNetwork } = deps;
  return {
    async castVote({ body, viewer, key, address }) {
      if (await haveActed(db, "votes", body.surveyItemId, viewer.formerIds)) {
        throw new ProblemError("already_voted");
      }
      const written = await votes.run({
        id: key,
        surveyId: body.surveyItemId,
        userId: viewer.id,
        tokenVersion: viewer.tokenVersion,
        vote: body.vote,
        report: body.report,
        source: body.source,
        network: hashNetwork(body.surveyItemId, address),
        nonce: body.nonce,
        textHash: body.textHash,
      });
      if ("refused" in written) throw new ProblemError(written);
      return { insertedId: key, receipt: written };
    },
    async readVoteMarks({ query, viewer }) {
      return { voted: await findVoted(db, viewer.id, query.ids) };
    },
    async watchResults({ params, viewer, address, signal }) {
      const sees = await mayReadResults(db, params.id, viewer);
      if (sees === null) throw new ProblemError("not_found");
      // Nobody is waiting here to vote.
      if (!sees && !viewer) throw new ProblemError("unauthenticated");
      if (!(await streams.enter(viewer?.id ?? { address }, signal))) {
        throw new ProblemError("too_many_requests", { retryAfterSeconds: FULL_RETRY_SECONDS });
      }
      return live.watch(params.id, viewer, signal, sees);
    },
  };
}
