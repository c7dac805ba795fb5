import cluster, { type Worker } from "node:cluster";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { mountWorkerMetrics } from "../../operations/metrics/mount.ts";
import type { Config } from "../../process/config.ts";
import { OperatorError } from "../../process/operator-error.ts";
import { type Ask, talkTo } from "./messages.ts";
import { createSharedState, type Metrics, type SharedCalls } from "./shared-state.ts";

/** What a worker needs to start. It reads no settings itself, so that all have the same. */
interface WorkerStart {
  config: Config;
  connection: pg.PoolConfig;
  secret: string;
  /** How long it may take to finish its requests when it stops. */
  graceMs: number;
}

/** What a worker can ask of its supervisor. */
export type SupervisorCalls = SharedCalls & {
  readStart(): WorkerStart;
  ready(): void;
  failed(reason: string): void;
};

/** What the supervisor can ask of a worker. */
export type WorkerCalls = { readOwnMetrics(): Promise<Metrics> };

const FIRST_PAUSE = 100; // one death is an accident, and callers are waiting
const LONGEST_PAUSE = 5_000; // so that a person who has just removed the cause does not wait long
const STABLE_AFTER = 60_000; // a death after this time has a new cause
const KILL_AFTER = 1_000; // beyond the grace, for a worker whose event loop is stuck

interface Deps extends WorkerStart {
  log: Logger;
  /** The metrics of this process, which is no worker. */
  registry: Registry;
}

/**
 * Starts WORKERS processes that serve the same port, and replaces each one that dies. Returns how to
 * stop them. Rejects if one of them can't start.
 */
export async function startWorkers({
  log,
  registry,
  ...start
}: Deps): Promise<() => Promise<void>> {
  const running = new Map<Worker, Ask<WorkerCalls>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const sharedCalls = createSharedState({
    limitFactor: start.config.limitFactor,
    collectMetrics: () =>
      Promise.all([
        registry.getMetricsAsJSON(),
        // One that dies meanwhile has no metrics any more.
        ...[...running.values()].map((ask) => ask("readOwnMetrics").catch(() => [])),
      ]),
  });
  const countRestart = mountWorkerMetrics(registry);
  // Not this process's own script, which under `npm start` would install and build first.
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, "worker.js") });

  /** Resolves when the worker takes calls. */
  function startWorker(): Promise<Worker> {
    const worker = cluster.fork();
    // For example when a new connection is handed to a worker that has just died.
    worker.on("error", (error) => log.warn({ err: error }, "a worker could not be reached"));
    return new Promise((resolve, reject) => {
      const ask = talkTo<WorkerCalls>(worker, {
        ...sharedCalls(worker),
        readStart: () => start,
        ready() {
          running.set(worker, ask);
          resolve(worker);
        },
        failed: (reason) => reject(new OperatorError(reason)),
      } satisfies SupervisorCalls);
      worker.once("exit", (code, killedBy) => {
        running.delete(worker);
        reject(new OperatorError(`A worker ended with ${killedBy ?? code} before it was ready.`));
      });
    });
  }

  async function keepRunning(first: Worker): Promise<void> {
    let worker: Worker | undefined = first;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const since = performance.now();
      if (worker) await endOf(worker);
      if (performance.now() - since > STABLE_AFTER) pause = FIRST_PAUSE;
      if (signal.aborted) return;
      log.error({ worker: worker?.process.pid }, "a worker has ended; starting another");
      countRestart();
      await delay(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = await startWorker().catch((error: OperatorError) => {
        if (!signal.aborted) log.error(error.message);
        return undefined;
      });
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of workers) worker.process.kill("SIGTERM");
    const kill = setTimeout(() => {
      for (const worker of workers) worker.process.kill("SIGKILL");
    }, start.graceMs + KILL_AFTER);
    await Promise.all(workers.map(endOf));
    clearTimeout(kill);
  }

  try {
    const workers = await Promise.all(Array.from({ length: start.config.workers }, startWorker));
    for (const worker of workers) void keepRunning(worker);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endOf(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise((resolve) => worker.once("exit", resolve));
}
