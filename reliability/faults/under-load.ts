import type pg from "pg";
import { connect, type Database } from "../../server/database/connect.ts";
import {
  findWrongRecord,
  listSurveysWithRecord,
} from "../../server/record/survey-record/recount-queries.ts";
import { NotBegun } from "../../server/testing/server-process.ts";
import { findLosses } from "../check-ledger.ts";
import { type Ledger, longestGap } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { createScene } from "../scene.ts";
import { until } from "./lab.ts";

/** What a scenario has shown. */
export interface Outcome {
  confirmed: number;
  /** Whatever a correct site never does, in words. */
  wrong: string[];
  /** The longest time without a confirmed write, in seconds. */
  gap: number;
  recovered: boolean;
  /** What else the table says. */
  remark: string;
}

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
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Lets something happen to a site that is in use, and compares what was confirmed with what is there. */
export async function underLoad(
  { url, connection, secret }: Target,
  happen: (watch: Watch) => Promise<string>,
): Promise<Outcome> {
  const scene = await createScene(connection, secret, SCENE);
  const db = connect({ connection, poolSize: 2, onLost: () => {}, patient: true });
  const load = startLoad({ addresses: [url], scene, perSecond: PER_SECOND });
  const { ledger } = load;
  const wrong: string[] = [];

  function isServedWithin(ms: number): Promise<boolean> {
    const before = ledger.confirmed.length;
    return until(() => ledger.confirmed.length > before + SERVED, ms);
  }

  async function servedAgain(): Promise<void> {
    if (!(await isServedWithin(RECOVERY_MS)))
      throw new NotRecovered(`nobody was served for ${RECOVERY_MS / 1000} seconds`);
  }

  let [recovered, remark] = [true, ""];
  try {
    if (!(await isServedWithin(FIRST_SERVED_MS))) {
      throw new NotBegun(`nobody was served within ${FIRST_SERVED_MS / 1000} seconds`);
    }
    const from = performance.now();
    try {
      remark = await happen({
        ledger,
        db,
        servedAgain,
        check: (right, otherwise) => right || wrong.push(otherwise),
      });
    } catch (error) {
      if (!(error instanceof NotRecovered)) throw error;
      recovered = false;
      wrong.push(error.message);
    }
    const gap = longestGap(ledger, from, performance.now());
    await load.stop();
    wrong.push(...ledger.unexpected, ...(await findLosses(db, ledger)));
    wrong.push(...(await findWrongRecords(db)));
    return { confirmed: ledger.confirmed.length, wrong, gap, recovered, remark };
  } finally {
    await load.stop();
    await db.destroy();
  }
}

async function findWrongRecords(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const surveyId of await listSurveysWithRecord(db, FIRST_ID, SCENE.surveys)) {
    const found = await findWrongRecord(db, surveyId);
    wrong.push(...found.map((what) => `survey ${surveyId}: in the record, ${what}`));
  }
  return wrong;
}

/** For a remark: how often each status was answered, apart from success. */
export function refusals({ refused }: Ledger): string {
  const counted = [...refused].sort(([a], [b]) => a - b);
  return counted
    .map(([status, count]) => `${count} × ${status === 0 ? "connection broken" : status}`)
    .join(", ");
}
