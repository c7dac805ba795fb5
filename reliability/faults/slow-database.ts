import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../server/database/embedded/start.ts";
import { startServer } from "../../server/testing/server-process.ts";
import type { Lab } from "./lab.ts";
import { type BadNetwork, openProxy } from "./proxy.ts";
import { type Outcome, refusals, underLoad, type Watch } from "./under-load.ts";

type Trouble = (proxy: BadNetwork, watch: Watch) => Promise<string>;

const SLOW_MS = 10_000;
// Longer than a statement and the rollback after it wait for their answers, 12 seconds each.
const FROZEN_MS = 26_000;
const CUTTING_MS = 20_000;

/** A server whose PostgreSQL is behind a bad network. */
async function behindProxy(lab: Lab, trouble: Trouble): Promise<Outcome> {
  const dataDir = path.join(lab.directory, "data");
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} });
  lab.atEnd(stop);
  const proxy = await openProxy(lab, connection);
  const secret = randomUUID() + randomUUID();
  const server = await startServer({
    settings: {
      DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${proxy.port}/${connection.database}`,
      APP_SECRET: secret,
      LIMIT_FACTOR: "1000000",
    },
    logFile: lab.logFile,
  });
  lab.atEnd(() => server.stop());
  return underLoad({ url: server.url, connection, secret }, async (watch) => {
    const remark = await trouble(proxy, watch);
    watch.check(server.isRunning(), "the server itself has ended");
    return [remark, refusals(watch.ledger)].filter(Boolean).join("; ");
  });
}

/** First slow answers that people can wait for, then answers that take seconds. */
export function slowDatabase(lab: Lab): Promise<Outcome> {
  return behindProxy(lab, async (proxy, { ledger, servedAgain, check }) => {
    proxy.delayMs = 200;
    const before = ledger.confirmed.length;
    await wait(SLOW_MS);
    const served = ledger.confirmed.length - before;
    check(served > 0, "nobody was served while every statement took 0.2 seconds");
    proxy.delayMs = 3_000;
    await wait(SLOW_MS);
    proxy.delayMs = 0;
    await servedAgain();
    return `${served} confirmed in ${SLOW_MS / 1000} s at 0.2 s per statement, then ${SLOW_MS / 1000} s at 3 s per statement`;
  });
}

/** PostgreSQL answers nothing, and then everything that it was asked. */
export function frozenDatabase(lab: Lab): Promise<Outcome> {
  return behindProxy(lab, async (proxy, { servedAgain }) => {
    proxy.freeze();
    await wait(FROZEN_MS);
    proxy.thaw();
    await servedAgain();
    // Whoever was given an unfinished transaction would lose their write when it is rolled back.
    await wait(SLOW_MS + 2_000);
    await servedAgain();
    return `frozen for ${FROZEN_MS / 1000} s`;
  });
}

/** The machine at the other end is gone without a word, and another one has its address. */
export function deadConnections(lab: Lab): Promise<Outcome> {
  return behindProxy(lab, async (proxy, { servedAgain }) => {
    proxy.forgetConnections();
    await servedAgain();
    return "all connections dead, new ones work";
  });
}

/** What was written is committed, and nobody hears of it. */
export function lostAnswers(lab: Lab): Promise<Outcome> {
  return behindProxy(lab, async (proxy, { servedAgain, check }) => {
    proxy.cutPart = 0.1;
    await wait(CUTTING_MS);
    proxy.cutPart = 0;
    await servedAgain();
    check(proxy.cuts > 0, "no answer was cut");
    return `${proxy.cuts} answers to commits and writes cut midway`;
  });
}
