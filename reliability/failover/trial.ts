import type pg from "pg";
import { connect } from "../../server/database/connect.ts";
import { findLosses } from "../check-ledger.ts";
import { type Outcome, underLoad } from "../faults/under-load.ts";
import { createLedger, type Ledger } from "../ledger.ts";
import type { Site } from "./site.ts";

/** What a scenario measures by itself, in seconds after it began. */
export interface Measured {
  /** Until the agent of another node said that it is the primary. */
  promoted?: number | undefined;
  /** Until all three nodes were in sync. */
  whole?: number | undefined;
  /** What is wrong, in words. */
  wrong?: string[];
}

export interface Trial extends Omit<Measured, "wrong">, Outcome {
  name: string;
  ledger: Ledger;
}

/** Does something to the site under load, and compares what is stored with what was confirmed. */
export async function tryUnderLoad(
  { proxy, connection, secret }: Site,
  name: string,
  scenario: (ledger: Ledger) => Promise<Measured>,
): Promise<Trial> {
  let measured: Measured = {};
  let ledger = createLedger();
  const outcome = await underLoad({ url: proxy.url, connection, secret }, async (watch) => {
    ledger = watch.ledger;
    measured = await scenario(ledger);
    await watch.servedAgain();
    return "";
  });
  const wrong = [...(measured.wrong ?? []), ...outcome.wrong];
  return { ...measured, ...outcome, name, ledger, wrong };
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
