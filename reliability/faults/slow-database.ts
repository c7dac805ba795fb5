import { setTimeout as wait } from "node:timers/promises";
import type { Lab } from "../../bench/lab.ts";
import { openDatabase, startProduct } from "../../bench/processes.ts";
import type { Outcome } from "../outcome.ts";
import { underLoad, type Watch } from "../under-load.ts";
import { type BadNetwork, openProxy } from "./proxy.ts";

type Trouble = (proxy: BadNetwork, watch: Watch) => Promise<string>;

const SLOW_MS = 10_000;
// Longer than a statement and the rollback after it wait for their answers, 12 seconds each.
const FROZEN_MS = 26_000;
const CUTTING_MS = 20_000;

/** A server whose PostgreSQL is behind a bad network. */
async function behindProxy(lab: Lab, trouble: Trouble): Promise<Outcome> {
  const { connection, secret } = await openDatabase(lab);
  const proxy = await openProxy(lab, connection);
  const behind = { ...connection, host: "127.0.0.1", port: proxy.port };
  const server = await startProduct(lab, { connection: behind, secret });
  return underLoad({ url: server.url, connection, secret }, async (watch) => {
    const remark = await trouble(proxy, watch);
    watch.check(server.isRunning(), "the server itself has ended");
    return remark;
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
