import {
  type OverviewSpan,
  overviewRoutes,
  overviewSpans,
  WAITING_MAX,
} from "../../../contract/overview.ts";
import type { Database } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import type { Handlers } from "../../http/handlers.ts";
import { Prepared } from "../../http/prepared.ts";
import { countOpenMessages } from "../../people/contact/queries.ts";
import { countRequests } from "../../people/surveyor-requests/queries.ts";
import { countPending } from "../../surveys/publication/queries.ts";
import { countReported } from "../../surveys/reports/queries.ts";
import { createVotesPerDay } from "./cache.ts";
import { readOverview } from "./queries.ts";

// Short enough that a person who reloads misses nothing.
const MAX_AGE_MS = 10_000;

export function overviewHandlers({ db }: { db: Database }): Handlers<typeof overviewRoutes> {
  const votesPerDay = createVotesPerDay(db);
  const memory = createShortMemory({
    load: async (days: OverviewSpan) => {
      const overview = await readOverview(db, votesPerDay, days);
      return Prepared.of(overviewRoutes.readOverview, overview);
    },
    maxAgeMs: MAX_AGE_MS,
    maxItems: overviewSpans.length,
  });
  return {
    readOverview: ({ query }) => memory.read(query.days),
    async readWaiting() {
      const [surveys, reports, messages, surveyorRequests] = await Promise.all([
        countPending(db, WAITING_MAX),
        countReported(db, WAITING_MAX),
        countOpenMessages(db, WAITING_MAX),
        countRequests(db, WAITING_MAX),
      ]);
      return { surveys, reports, messages, surveyorRequests };
    },
  };
}
