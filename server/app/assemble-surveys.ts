import type { FastifyInstance } from "fastify";
import { createAtOnce } from "../http/limits/at-once.ts";
import type { Budgets } from "../http/limits/budgets.ts";
import { LIVE_STREAMS_AT_ONCE } from "../http/limits/limits.ts";
import { createHashNetwork } from "../http/limits/network.ts";
import { deriveKey } from "../process/secret.ts";
import { mountBallots } from "../surveys/ballots/mount.ts";
import { commentHandlers } from "../surveys/comments/handlers.ts";
import { draftHandlers } from "../surveys/drafts/handlers.ts";
import { publicationHandlers } from "../surveys/publication/handlers.ts";
import { reactionHandlers } from "../surveys/reactions/handlers.ts";
import { reportHandlers } from "../surveys/reports/handlers.ts";
import { responseHandlers } from "../surveys/responses/handlers.ts";
import type { PublishedLists } from "../surveys/survey/cache.ts";
import { mountSurveyFinders } from "../surveys/survey/finders.ts";
import { surveyHandlers } from "../surveys/survey/handlers.ts";
import { createSurveyReader } from "../surveys/survey/queries.ts";
import { mountSuspicion } from "../surveys/suspicion/mount.ts";
import type { Asides } from "../surveys/votes/aside-queries.ts";
import { mountVotes } from "../surveys/votes/mount.ts";
import type { ReceiptMaker } from "../surveys/votes/receipts.ts";
import type { Services } from "./services.ts";

interface Deps {
  lists: PublishedLists;
  budgets: Budgets;
  makeReceipts: ReceiptMaker;
  asides: Asides;
  onPublicChange: () => void;
  pictureFor: Parameters<typeof responseHandlers>[0]["pictureFor"];
}

/** What surveys are made of: how they are published, answered, talked about and read. */
export function assembleSurveys(app: FastifyInstance, services: Services, deps: Deps) {
  const { config, db, secret, shared } = services;
  const { lists, budgets, makeReceipts, asides, onPublicChange, pictureFor } = deps;
  const sealingKey = deriveKey(secret, "ballot keys");
  const hashNetwork = createHashNetwork(deriveKey(secret, "networks of votes"));
  mountSurveyFinders(app, { ...services, lists, budgets });
  return {
    ...surveyHandlers({ db, surveys: createSurveyReader(db), lists, budgets }),
    ...mountVotes(app, {
      ...services,
      makeReceipts,
      streams: shared?.streams ?? createAtOnce(LIVE_STREAMS_AT_ONCE * config.limitFactor),
      hashNetwork,
    }),
    ...mountBallots(app, { ...services, makeReceipts, sealingKey, hashNetwork }),
    ...draftHandlers(services),
    ...publicationHandlers({ ...services, onPublicChange, sealingKey }),
    ...reactionHandlers(services),
    ...commentHandlers(services),
    ...responseHandlers({ ...services, pictureFor }),
    ...reportHandlers(services),
    ...mountSuspicion({ ...services, asides }),
  };
}
