import type { ballotRoutes } from "../../../contract/ballots.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { HashNetwork } from "../../http/limits/network.ts";
import type { Every } from "../../process/every.ts";
import type { ReceiptMaker } from "../votes/receipts.ts";
import { ballotHandlers } from "./handlers.ts";
import { destroyKeys, type KeyDeps } from "./paper-queries.ts";
import { createBallotTaker } from "./queries.ts";
import { settleBallots } from "./settle.ts";

interface Deps extends KeyDeps {
  db: Database;
  every: Every;
  makeReceipts: ReceiptMaker;
  hashNetwork: HashNetwork;
}

const EVERY_MS = 60_000;

/** Issues ballot papers, takes ballots, and puts them in place. */
export function mountBallots(deps: Deps): Handlers<typeof ballotRoutes> {
  const { db, every } = deps;
  const failure = "ballots not put in place, will be retried";
  every(EVERY_MS, () => settleBallots(db), { name: "ballots", failure });
  every(EVERY_MS, () => destroyKeys(db), { name: "ballot-keys", failure });
  return ballotHandlers({ ...deps, ballots: createBallotTaker(db) });
}
