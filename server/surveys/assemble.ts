import type { FastifyInstance } from "fastify";
import { commentHandlers } from "../comments/handlers.ts";
import { createAtOnce } from "../limits/at-once.ts";
import type { Budgets } from "../limits/budgets.ts";
import { LIVE_STREAMS_AT_ONCE } from "../limits/limits.ts";
import { createHashNetwork } from "../limits/network.ts";
import { publicationHandlers } from "../publication/handlers.ts";
import { reactionHandlers } from "../reactions/handlers.ts";
import { reportHandlers } from "../reports/handlers.ts";
import { responseHandlers } from "../responses/handlers.ts";
import { deriveKey } from "../secret.ts";
import type { Services } from "../services.ts";
import { mountSuspicion } from "../suspicion/mount.ts";
import type { Asides } from "../votes/aside-queries.ts";
import { mountVotes } from "../votes/mount.ts";
import type { ReceiptMaker } from "../votes/receipts.ts";
import type { PublishedLists } from "./cache.ts";
import { surveyHandlers } from "./handlers.ts";
import { mountSurveyFinders } from "./mount.ts";
import { createSurveyReader } from "./queries.ts";

interface Deps {
  lists: PublishedLists;
  budgets: Budgets;
  makeReceipts: ReceiptMaker;
  asides: Asides;
  onPublicChange: () => void;
}

/** What surveys are made of: how they are published, answered, talked about and read. */
export function assembleSurveys(app: FastifyInstance, services: Services, deps: Deps) {
  const { config, db, secret, shared } = services;
  const { lists, budgets, makeReceipts, asides, onPublicChange } = deps;
  mountSurveyFinders(app, { ...services, lists, budgets });
  return {
    ...surveyHandlers({ db, surveys: createSurveyReader(db), lists, budgets }),
    ...mountVotes(app, {
      ...services,
      makeReceipts,
      streams: shared?.streams ?? createAtOnce(LIVE_STREAMS_AT_ONCE * config.limitFactor),
      hashNetwork: createHashNetwork(deriveKey(secret, "networks of votes")),
    }),
    ...publicationHandlers({ ...services, onPublicChange }),
    ...reactionHandlers(services),
    ...commentHandlers(services),
    ...responseHandlers(services),
    ...reportHandlers(services),
    ...mountSuspicion({ ...services, asides }),
  };
}
