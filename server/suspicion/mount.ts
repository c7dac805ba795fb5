import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { suspicionRoutes } from "../../contract/suspicion.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import type { ReadOnlyUntil } from "../http/read-only.ts";
import type { Asides } from "../record/aside-queries.ts";
import { suspicionHandlers } from "./handlers.ts";
import { lookAtDue } from "./summary-queries.ts";

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  asides: Asides;
  readOnlyUntil: ReadOnlyUntil;
}

// An admin looks some times a day. A survey that gets many votes is looked at again each time.
const EVERY_MS = 10 * 60_000;

/** Looks at surveys with new votes while the server runs, and serves what stands out. */
export function mountSuspicion(
  app: FastifyInstance,
  { db, log, asides, readOnlyUntil }: Deps,
): Handlers<typeof suspicionRoutes> {
  const stop = new AbortController();
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(async () => {
        if (!(await readOnlyUntil())) await lookAtDue(db, stop.signal);
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, "votes not looked at, will be retried");
      });
  }, EVERY_MS);
  app.addHook("onClose", async () => {
    clearInterval(timer);
    stop.abort();
    await round;
  });
  return suspicionHandlers({ db, asides });
}
