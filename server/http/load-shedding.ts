import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from "fastify";
import { IDENTITY_PATH } from "../../contract/identity.ts";
import { routes } from "../../contract/routes.ts";
import { ProblemError } from "./problems.ts";

// Often enough to notice a lag while it lasts; ten checks a second cost almost nothing.
const CHECK_EVERY_MS = 100;
// How often the database is pinged while there are calls. Without calls it is not pinged.
const PING_EVERY_MS = 250;
// Longer than any ping can take, so that a slow answer counts until the next one. After a time
// without calls it is too old to count.
const ANSWER_COUNTS_MS = 20_000;
// Random, so that clients that were refused together do not return together.
const RETRY_SECONDS = { least: 2, more: 4 };

interface Deps {
  /** Runs an empty query, through the same pool as every other query. */
  ping: () => Promise<unknown>;
  /** The lag from which new calls are refused. */
  shedAfterMs: number;
  log: FastifyBaseLogger;
}

/**
 * Refuses new calls of the contract and of the identity provider with 503 while the event loop or
 * the database lags. Calls that have started are finished. Everything else is always answered: files
 * and the shell of pages cost next to nothing, and operators have to see what is going on.
 */
export function registerLoadShedding(app: FastifyInstance, deps: Deps) {
  const loop = watchEventLoop();
  const database = watchDatabase(deps.ping);
  let shedding = false;
  app.addHook("onClose", async () => loop.stop());

  function isLate(): boolean {
    const loopLag = loop.lagMs();
    const databaseLag = database.lagMs();
    const late = Math.max(loopLag, databaseLag) > deps.shedAfterMs;
    if (late !== shedding) {
      shedding = late;
      const lags = { loopLag: Math.round(loopLag), databaseLag: Math.round(databaseLag) };
      deps.log.warn(lags, late ? "refusing new calls" : "taking new calls again");
    }
    return late;
  }

  const shed: onRequestHookHandler = (_request, _reply, done) =>
    done(isLate() ? unavailable() : undefined);
  app.addHook("onRoute", (route) => {
    if (isDear(route.url)) route.onRequest = [shed, ...[route.onRequest ?? []].flat()];
  });

  return {
    /** For what is dear and not a call. */
    isLate,
    /** To be called once the server is built, which keeps the event loop busy and no call waiting. */
    watchLag: loop.start,
  };
}

function unavailable(): ProblemError {
  const retryAfterSeconds = RETRY_SECONDS.least + Math.floor(Math.random() * RETRY_SECONDS.more);
  return new ProblemError("unavailable", { retryAfterSeconds });
}

/** Measures how late the event loop's last timer fired: a new request waits as long. */
function watchEventLoop() {
  let lag = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    start(): void {
      let due = performance.now() + CHECK_EVERY_MS;
      timer = setInterval(() => {
        const now = performance.now();
        lag = now - due;
        due = now + CHECK_EVERY_MS;
      }, CHECK_EVERY_MS).unref();
    },
    lagMs: () => lag,
    stop: () => clearInterval(timer),
  };
}

/** Measures how long the database's last answer took, or how long the next one has taken so far. */
function watchDatabase(ping: () => Promise<unknown>) {
  let startedAt: number | null = null;
  let last = { at: 0, took: 0 };

  async function ask(now: number): Promise<void> {
    startedAt = now;
    // An unreachable database fails at once, which is not a lag: calls retry.
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

const dearPaths = new Set<string>(Object.values(routes).map(({ path }) => path));

function isDear(url: string): boolean {
  return dearPaths.has(url) || url.startsWith(IDENTITY_PATH);
}
