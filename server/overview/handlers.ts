import { type OverviewSpan, overviewRoutes } from "../../contract/overview.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { Prepared } from "../http/prepared.ts";
import { readOverview } from "./queries.ts";

type Overview = Prepared<typeof overviewRoutes.readOverview>;

// A year of votes is read whole; whoever reloads sees nothing new in so short a time.
const MAX_AGE_MS = 10_000;

export function overviewHandlers({ db }: { db: Database }): Handlers<typeof overviewRoutes> {
  const kept = new Map<OverviewSpan, { overview: Promise<Overview>; until: number }>();

  async function load(days: OverviewSpan): Promise<Overview> {
    const overview = await readOverview(db, days, new Date());
    return new Prepared(overviewRoutes.readOverview, overview);
  }

  return {
    async readOverview({ query: { days } }) {
      const found = kept.get(days);
      if (found && found.until > Date.now()) return found.overview;
      const overview = load(days);
      kept.set(days, { overview, until: Date.now() + MAX_AGE_MS });
      overview.catch(() => kept.delete(days));
      return overview;
    },
  };
}
