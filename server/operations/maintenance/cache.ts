import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { findReadOnlyUntil } from "./queries.ts";

// One small query a second at most, and only while somebody asks. Operators wait for it.
const MAX_AGE_MS = 1_000;

// A page is sent without it rather than late, for example while the database is frozen.
const PAGE_MS = 250;

interface Deps {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn">;
}

/** Until when the site is read-only, the same for all servers of this database; null if it is not. */
export function createReadOnlyReader({ db, log }: Deps) {
  let said: string | undefined;

  async function load(): Promise<Date | null> {
    const until = await withRetry(() => findReadOnlyUntil(db));
    const now = until?.toISOString();
    if (now !== said) log.warn(now ? `read-only until ${now}` : "no longer read-only");
    said = now;
    return until;
  }

  const memory = createShortMemory({ load, maxAgeMs: MAX_AGE_MS, maxItems: 1 });
  const until = async () => memory.read("until");
  return {
    until,
    /** To be shown: null also if it can't be read right now. */
    shown: async () =>
      Promise.race([until().catch(() => null), delay(PAGE_MS, null, { ref: false })]),
  };
}
