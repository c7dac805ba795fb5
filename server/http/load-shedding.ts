import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { IDENTITY_PATH } from "../../contract/identity.ts";
import { routes } from "../../contract/routes.ts";
import { OPERATIONS_PATHS } from "./operations.ts";
import { ProblemError } from "./problems.ts";

// Often enough to see a jam while it lasts; ten looks a second cost nothing.
const LOOK_EVERY_MS = 100;
// While there are calls, the database is asked this often how it is. Without calls, never.
const PING_EVERY_MS = 250;
// Longer than any ping can take, so that a bad answer counts until a better one comes; after a
// quiet time it says nothing any more.
const ANSWER_COUNTS_MS = 20_000;
// Uneven, so that those who were refused together do not come back together.
const RETRY_SECONDS = { least: 2, more: 4 };

interface Deps {
  /** Asks the database for nothing in particular, the way that every query goes. */
  ping: () => Promise<unknown>;
  /** Past it new calls are refused. */
  shedAfterMs: number;
  log: FastifyBaseLogger;
}

/**
 * Refuses new calls with 503 while what they would wait for lags: the event loop, or for calls that
 * need it the database. What is under way is finished; pages and files need no database, and
 * operators are always answered.
 */
export function registerLoadShedding(app: FastifyInstance, deps: Deps): void {
  const loop = watchEventLoop();
  const database = watchDatabase(deps.ping);
  let shedding = false;
  app.addHook("onClose", async () => loop.stop());

  app.addHook("onRequest", async (request) => {
    if (OPERATIONS_PATHS.includes(request.routeOptions.url ?? "")) return;
    const loopLag = loop.lagMs();
    const databaseLag = database.lagMs();
    const late = Math.max(loopLag, databaseLag) > deps.shedAfterMs;
    if (late !== shedding) {
      shedding = late;
      const lags = { loopLag: Math.round(loopLag), databaseLag: Math.round(databaseLag) };
      deps.log.warn(lags, late ? "refusing new calls" : "taking new calls again");
    }
    if (late && (loopLag > deps.shedAfterMs || asksDatabase(request))) {
      const retryAfterSeconds =
        RETRY_SECONDS.least + Math.floor(Math.random() * RETRY_SECONDS.more);
      throw new ProblemError("unavailable", { retryAfterSeconds });
    }
  });
}

/** How late the loop's last look at the clock was: that long does a new request wait in it. */
function watchEventLoop() {
  let lag = 0;
  let due = performance.now() + LOOK_EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lag = now - due;
    due = now + LOOK_EVERY_MS;
  }, LOOK_EVERY_MS).unref();
  return { lagMs: () => lag, stop: () => clearInterval(timer) };
}

/** How long the database's last answer took, or its next one is taking already. */
function watchDatabase(ping: () => Promise<unknown>) {
  let startedAt: number | null = null;
  let last = { at: 0, took: 0 };

  async function ask(now: number): Promise<void> {
    startedAt = now;
    // One that is away says so at once, which is no lag: calls try again, and bridge a restart.
    await ping().catch(() => {});
    const at = performance.now();
    last = { at, took: at - now };
    startedAt = null;
  }

  return {
    lagMs(): number {
      const now = performance.now();
      const sinceLast = now - last.at;
      if (startedAt === null && sinceLast > PING_EVERY_MS) void ask(now);
      const waiting = startedAt === null ? 0 : now - startedAt;
      return Math.max(waiting, sinceLast < ANSWER_COUNTS_MS ? last.took : 0);
    },
  };
}

const databasePaths = new Set<string>(Object.values(routes).map(({ path }) => path));

function asksDatabase({ routeOptions: { url = "" } }: FastifyRequest): boolean {
  return databasePaths.has(url) || url.startsWith(IDENTITY_PATH);
}
