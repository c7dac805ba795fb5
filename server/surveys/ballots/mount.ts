import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ballotRoutes } from "../../../contract/ballots.ts";
import type { Database } from "../../database/connect.ts";
import { openKeyFiles } from "../../database/waiting-ballots/key-files.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { HashNetwork } from "../../http/limits/network.ts";
import type { Every } from "../../process/every.ts";
import type { ReceiptMaker } from "../votes/receipts.ts";
import { countClosed } from "./count.ts";
import { ballotHandlers } from "./handlers.ts";
import { settleBallots } from "./in-groups.ts";
import { createBallotKeys } from "./keys.ts";
import { destroyKeys, type KeyDeps } from "./paper-queries.ts";
import { createBallotTaker } from "./queries.ts";

interface Deps extends KeyDeps {
  db: Database;
  log: FastifyBaseLogger;
  config: { dataDir: string };
  every: Every;
  makeReceipts: ReceiptMaker;
  hashNetwork: HashNetwork;
  metrics: { noteKeyless: (surveys: number) => void };
}

const EVERY_MS = 60_000;
// How long ballots may be refused after a crash of the database, and results be waited for.
const SOON_MS = 15_000;

/** Issues ballot papers, takes ballots, and counts them. */
export function mountBallots(app: FastifyInstance, deps: Deps): Handlers<typeof ballotRoutes> {
  const { db, log, config, every, metrics } = deps;
  const keys = createBallotKeys(db, openKeyFiles(config.dataDir));
  async function tend(): Promise<void> {
    const keyless = await keys.tend();
    metrics.noteKeyless(keyless);
    if (keyless > 0) log.error({ surveys: keyless }, "the key of waiting ballots is absent");
  }
  // A server that was off when a survey was counted still has its key. Without a database it starts too,
  // and tries again soon.
  app.addHook("onReady", () =>
    tend().catch((error) => log.warn({ err: error }, "keys of ballots not looked at yet")),
  );
  async function count(): Promise<void> {
    await countClosed({ db, keys, log });
    await tend();
  }
  const failure = "ballots not counted, will be retried";
  every(SOON_MS, count, { name: "ballots", failure });
  every(EVERY_MS, () => settleBallots(db), { name: "ballot-groups", failure });
  every(EVERY_MS, () => destroyKeys(db), { name: "ballot-keys", failure });
  return ballotHandlers({ ...deps, ballots: createBallotTaker(db, keys) });
}
