import { type OverviewSpan, overviewRoutes, overviewSpans } from "../../contract/overview.ts";
import type { Database } from "../database/connect.ts";
import { createShortMemory } from "../database/short-memory.ts";
import type { Handlers } from "../http/handlers.ts";
import { Prepared } from "../http/prepared.ts";
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
  return { readOverview: ({ query }) => memory.read(query.days) };
}
