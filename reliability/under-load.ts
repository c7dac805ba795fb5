import type pg from "pg";
import { until } from "../bench/lab.ts";
import { connect, type Database } from "../server/database/connect.ts";
import {
  findWrongRecord,
  listSurveysWithRecord,
} from "../server/record/survey-record/recount-queries.ts";
import { NotBegun } from "../server/testing/server-process.ts";
import { findLosses } from "./check-ledger.ts";
import { type Ledger, longestGap } from "./ledger.ts";
import { startLoad } from "./load.ts";
import type { Outcome } from "./outcome.ts";
import { createScene } from "./scene.ts";

/** A site that people reach at this address, and the way to its database past all faults. */
interface Target {
  url: string;
  connection: pg.PoolConfig;
  secret: string;
}

export interface Watch {
  ledger: Ledger;
  db: Database;
  /** Waits until people are served again. Throws if that does not happen by itself. */
  servedAgain(): Promise<void>;
  /** For what the load can't see. */
  check(right: boolean, otherwise: string): void;
}

class NotRecovered extends Error {}

const PER_SECOND = 40;
// Enough that nobody runs out of surveys during a scenario.
const SCENE = { people: 600, surveys: 40 };
// A second of the load.
const SERVED = 30;
// Far longer than any recovery should take; PostgreSQL may have to wait five seconds for its turn.
const RECOVERY_MS = 60_000;
// Until the load is served as it should be, before anything has happened.
const FIRST_SERVED_MS = 5 * 60_000;
// More surveys than any scene has.
const MANY = 1_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Lets something happen to a site that is in use, and compares what was confirmed with what is there. */
export async function underLoad(
  { url, connection, secret }: Target,
  happen: (watch: Watch) => Promise<string>,
  size = SCENE,
): Promise<Outcome> {
  const scene = await createScene(connection, secret, size);
  const db = connect({ connection, poolSize: 2, onLost: () => {}, patient: true });
  const load = startLoad({ addresses: [url], scene, perSecond: PER_SECOND });
  const { ledger } = load;
  const wrong: string[] = [];

  async function servedWithin(
    ms: number,
    otherwise: new (message: string) => Error,
  ): Promise<void> {
    const before = ledger.confirmed.length;
    const served = await until(() => ledger.confirmed.length > before + SERVED, ms);
    if (!served) throw new otherwise(`nobody was served for ${ms / 1000} seconds`);
  }

  let remark = "";
  try {
    await servedWithin(FIRST_SERVED_MS, NotBegun);
    const from = performance.now();
    try {
      remark = await happen({
        ledger,
        db,
        servedAgain: () => servedWithin(RECOVERY_MS, NotRecovered),
        check: (right, otherwise) => right || wrong.push(otherwise),
      });
    } catch (error) {
      if (!(error instanceof NotRecovered)) throw error;
      wrong.push(error.message);
    }
    const gap = longestGap(ledger, from, performance.now());
    await load.stop();
    wrong.push(...ledger.unexpected, ...(await findLosses(db, ledger)));
    wrong.push(...(await findWrongRecords(db)));
    return { ledger, wrong, gap, remark };
  } finally {
    await load.stop();
    await db.destroy();
  }
}

async function findWrongRecords(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const surveyId of await listSurveysWithRecord(db, FIRST_ID, MANY)) {
    const found = await findWrongRecord(db, surveyId);
    wrong.push(...found.map((what) => `survey ${surveyId}: in the record, ${what}`));
  }
  return wrong;
}
