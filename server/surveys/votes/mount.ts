import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { voteRoutes } from "../../../contract/votes.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { AtOnce } from "../../http/limits/at-once.ts";
import type { HashNetwork } from "../../http/limits/network.ts";
import { createEndingsReader } from "../../people/identity/token-queries.ts";
import { voteHandlers } from "./handlers.ts";
import { createLiveResults } from "./live-results.ts";
import { createVoteWriter } from "./queries.ts";
import type { ReceiptMaker } from "./receipts.ts";
import { readResults } from "./results-queries.ts";

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  makeReceipts: ReceiptMaker;
  streams: AtOnce;
  hashNetwork: HashNetwork;
  metrics: {
    observeVotes: (votes: number) => void;
    showViewers: (count: () => number) => void;
  };
}

/** Takes votes, and sends results to those who watch until the server closes. */
export function mountVotes(app: FastifyInstance, deps: Deps): Handlers<typeof voteRoutes> {
  const { db, log, makeReceipts, metrics } = deps;
  const live = createLiveResults({
    load: (surveyIds) => readResults(db, surveyIds),
    readEndings: createEndingsReader(db),
    onFailure: (error) => log.warn({ err: error }, "live results could not be read"),
  });
  metrics.showViewers(live.countViewers);
  app.addHook("preClose", async () => live.close());
  const votes = createVoteWriter(db, makeReceipts, metrics.observeVotes);
  return voteHandlers({ ...deps, votes, live });
}
