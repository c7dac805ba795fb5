import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { connect } from "../../server/database/connect.ts";
import { findLosses } from "../check-ledger.ts";
import { type Ledger, longestGap } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { createScene } from "../scene.ts";
import type { Site } from "./site.ts";

/** What a scenario measures by itself, in seconds after it began. */
export interface Measured {
  /** Until the agent of another node said that it is the primary. */
  promoted?: number | undefined;
  /** Until a plain insert through the proxy succeeded. */
  inserted?: number | undefined;
  /** Until all three nodes were in sync. */
  whole?: number | undefined;
  /** What is wrong, in words. */
  wrong?: string[];
}

export interface Trial extends Measured {
  name: string;
  ledger: Ledger;
  /** The longest time without a confirmed write, in seconds. */
  gap: number;
  wrong: string[];
}

// Enough to have writes under way at every moment, few enough for a machine that does other work.
const PER_SECOND = 50;
const SIZE = { people: 400, surveys: 20 };
// Before and after what is tried, so that its gap stands out.
const STEADY_MS = 4_000;

/** Does something to the site under load, and compares what is stored with what was confirmed. */
export async function tryUnderLoad(
  site: Site,
  name: string,
  scenario: (ledger: Ledger) => Promise<Measured>,
): Promise<Trial> {
  const scene = await createScene(site.connection, site.secret, SIZE);
  const load = startLoad({ addresses: [site.proxy.url], scene, perSecond: PER_SECOND });
  const { ledger } = load;
  try {
    await wait(STEADY_MS);
    const begun = performance.now();
    const measured = await scenario(ledger);
    await wait(STEADY_MS);
    const gap = longestGap(ledger, begun, performance.now());
    await load.stop();
    const losses = await compare(site.connection, [ledger]);
    const wrong = [...(measured.wrong ?? []), ...ledger.unexpected, ...losses];
    return { ...measured, name, ledger, gap, wrong };
  } finally {
    await load.stop();
  }
}

/** What a database lacks of these ledgers, or has twice. */
export async function compare(connection: pg.ClientConfig, ledgers: Ledger[]): Promise<string[]> {
  const db = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
  try {
    const losses: string[] = [];
    for (const ledger of ledgers) losses.push(...(await findLosses(db, ledger)));
    return losses;
  } finally {
    await db.destroy();
  }
}
