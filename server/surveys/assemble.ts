import type { FastifyInstance } from "fastify";
import { commentHandlers } from "../comments/handlers.ts";
import { embedHandlers } from "../embeds/handlers.ts";
import { mountFrames } from "../embeds/mount.ts";
import { createAtOnce } from "../limits/at-once.ts";
import type { Budgets } from "../limits/budgets.ts";
import { LIVE_STREAMS_AT_ONCE } from "../limits/limits.ts";
import { createHashNetwork } from "../limits/network.ts";
import { publicationHandlers } from "../publication/handlers.ts";
import { reactionHandlers } from "../reactions/handlers.ts";
import type { Asides } from "../record/aside-queries.ts";
import type { ReceiptMaker } from "../record/receipt-queries.ts";
import { reportHandlers } from "../reports/handlers.ts";
import { responseHandlers } from "../responses/handlers.ts";
import { deriveKey } from "../secret.ts";
import type { Services } from "../services.ts";
import { mountSuspicion } from "../suspicion/mount.ts";
import { mountVotes } from "../votes/mount.ts";
import type { PublishedLists } from "./cache.ts";
import { surveyHandlers } from "./handlers.ts";
import { mountSurveyFinders } from "./mount.ts";
import { createSurveyReader } from "./queries.ts";

interface Deps {
  lists: PublishedLists;
  budgets: Budgets;
  makeReceipts: ReceiptMaker;
  asides: Asides;
  pictureFor: Parameters<typeof embedHandlers>[0]["pictureFor"];
  onPublicChange: () => void;
}

/** What surveys are made of: how they are published, answered, talked about and read. */
export function assembleSurveys(app: FastifyInstance, services: Services, deps: Deps) {
  const { config, db, secret, shared } = services;
  const { lists, budgets, makeReceipts, asides, pictureFor, onPublicChange } = deps;
  mountSurveyFinders(app, { ...services, lists, budgets });
  mountFrames(app, services);
  return {
    ...surveyHandlers({ db, surveys: createSurveyReader(db), lists, budgets }),
    ...embedHandlers({ ...services, pictureFor }),
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
