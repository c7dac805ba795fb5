import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { OperatorError } from "../../process/operator-error.ts";
import { type Cluster, openCluster, removeUnfinished, type Settings } from "./cluster.ts";
import { prepareDatabase } from "./daily-role.ts";
import { type Connection, connectionTo, takeOwnership } from "./ownership.ts";
import { isStopping, runningServer, shortenLog, stopServer } from "./server-process.ts";

export interface EmbeddedPostgres {
  /** Stays the same when PostgreSQL is restarted. */
  connection: Connection;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings in addition to ours. */
  settings?: Settings;
  /** Another PostgreSQL than the installed one. */
  nativeDir?: string;
  /** Unless it is false, a directory without a database gets one. */
  mayCreate?: boolean;
}

/** Runs PostgreSQL on `dataDir`, restarts it when it dies, and keeps other servers out. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, nativeDir, mayCreate = true } = options;
  const stopping = new AbortController();
  let started: EmbeddedPostgres | undefined;
  try {
    const cluster = await openCluster(dataDir, { settings, nativeDir, mayCreate });
    const owner = await takeOwnership(cluster, stopping.signal, log);
    started = supervise(cluster, owner, stopping, log);
    await prepareDatabase(owner, started.connection);
    await removeUnfinished(cluster);
    return started;
  } catch (error) {
    await started?.stop();
    throw explain(error, dataDir);
  }
}

const LONGEST_BACKOFF = 5_000; // so that a person who has just fixed the cause does not wait long
const STABLE_AFTER = 60_000; // a crash after this time has a new cause
const LOOK_AT_LOG_MS = 60_000; // even a rush of failures writes only some megabytes meanwhile

function supervise(
  cluster: Cluster,
  firstOwner: pg.Client,
  stopping: AbortController,
  log: Options["log"],
): EmbeddedPostgres {
  const { signal } = stopping;
  const stopRequested = new Promise((resolve) => signal.addEventListener("abort", resolve));
  let owner = firstOwner;

  async function keepRunning(): Promise<void> {
    let lost = connectionEnd(owner);
    let since = performance.now();
    for (let restarts = 0; ; restarts++) {
      await Promise.race([lost, stopRequested]);
      if (signal.aborted) return;
      if (performance.now() - since > STABLE_AFTER) restarts = 0;
      log("PostgreSQL has gone away; starting it again.");
      try {
        await delay(Math.min(100 * 2 ** restarts, LONGEST_BACKOFF), undefined, { signal });
        owner = await takeOwnership(cluster, signal, log);
        lost = connectionEnd(owner);
        since = performance.now();
        log("PostgreSQL is running again.");
      } catch (error) {
        if (!signal.aborted) log(explain(error, cluster.dataDir).message);
      }
    }
  }

  const supervision = keepRunning();
  const watch = finishForeignStops(cluster, log);
  const logWatch = setInterval(() => {
    // Tried again a minute later.
    shortenLog(cluster).catch(() => {});
  }, LOOK_AT_LOG_MS).unref();

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(watch);
    clearInterval(logWatch);
    await supervision;
    // The lock is held to the end, so that no other server adopts the stopping process.
    await stopServer(cluster);
    await owner.end();
  }

  let stopped: Promise<void> | undefined;
  return {
    connection: connectionTo(cluster),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function connectionEnd(client: pg.Client): Promise<void> {
  return new Promise((resolve) => client.once("end", () => resolve()));
}

/**
 * SIGTERM makes PostgreSQL refuse new connections and wait for the old ones to end, but ours stay
 * open. Service managers send it to all processes, so this waits three seconds for the product
 * itself to stop, and then stops PostgreSQL.
 */
function finishForeignStops(cluster: Cluster, log: Options["log"]): NodeJS.Timeout {
  let seconds = 0;
  const watch = setInterval(() => {
    seconds = isStopping(cluster) ? seconds + 1 : 0;
    if (seconds !== 3 || !runningServer(cluster)) return;
    log("Somebody else is stopping PostgreSQL.");
    void stopServer(cluster);
  }, 1_000);
  return watch.unref();
}

function explain(error: unknown, dataDir: string): OperatorError {
  if (error instanceof OperatorError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const explanation = /ENOSPC|No space left/i.test(reason)
    ? `The disk that holds ${dataDir} is full`
    : /EROFS|Read-only file system/i.test(reason)
      ? `The disk that holds ${dataDir} is read-only; DATA_DIR must be one that can be written`
      : /EACCES|EPERM|Permission denied/i.test(reason)
        ? `${dataDir} must belong to the user who starts the server`
        : `PostgreSQL did not start in ${dataDir}`;
  return new OperatorError(`${explanation}: ${reason}`, { cause: error });
}
