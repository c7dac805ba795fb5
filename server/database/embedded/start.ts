import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import {
  type Cluster,
  openCluster,
  PORT,
  removeUnfinished,
  type Settings,
  SUPERUSER,
} from "./cluster.ts";
import { DAILY_ROLE, prepareDatabase } from "./daily-role.ts";
import { EmbeddedPostgresError } from "./programs.ts";
import {
  isStopping,
  type LaunchedServer,
  launch,
  runningServer,
  stopServer,
} from "./server-process.ts";

export interface EmbeddedPostgres {
  /**
   * `host` is the directory of a Unix socket. It stays the same when PostgreSQL is restarted. The
   * user owns the database and is not a superuser.
   */
  connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings in addition to ours. */
  settings?: Settings;
}

const DATABASE = "survey";

/** Runs PostgreSQL on `dataDir`, restarts it when it dies, and keeps other servers out. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options;
  const stopping = new AbortController();
  let started: EmbeddedPostgres | undefined;
  try {
    const cluster = await openCluster(dataDir, settings);
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
    let since = Date.now();
    for (let restarts = 0; ; restarts++) {
      await Promise.race([lost, stopRequested]);
      if (signal.aborted) return;
      if (Date.now() - since > STABLE_AFTER) restarts = 0;
      log("PostgreSQL has gone away; starting it again.");
      try {
        await delay(Math.min(100 * 2 ** restarts, LONGEST_BACKOFF), undefined, { signal });
        owner = await takeOwnership(cluster, signal, log);
        lost = connectionEnd(owner);
        since = Date.now();
        log("PostgreSQL is running again.");
      } catch (error) {
        if (!signal.aborted) log(explain(error, cluster.dataDir).message);
      }
    }
  }

  const supervision = keepRunning();
  const watch = finishForeignStops(cluster, log);

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(watch);
    await supervision;
    // The lock is held to the end, so that no other server adopts the stopping process.
    const pid = runningServer(cluster);
    if (pid) await stopServer(cluster, pid);
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

function connectionTo({ socketDir }: Cluster): EmbeddedPostgres["connection"] {
  return { host: socketDir, port: PORT, user: DAILY_ROLE, database: DATABASE };
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
    const pid = seconds === 3 && runningServer(cluster);
    if (!pid) return;
    log("PostgreSQL was told to stop by another program.");
    void stopServer(cluster, pid);
  }, 1_000);
  return watch.unref();
}

/** A normal start takes a fraction of a second; recovery after a crash extends this. */
const START_LIMIT = 30_000;
const LONGEST_POLL = 250;

/**
 * Returns a connection that holds the lock of the data directory while it is open. A server process
 * that an earlier owner left running is adopted; otherwise one is started.
 */
async function takeOwnership(
  cluster: Cluster,
  signal: AbortSignal,
  log: Options["log"],
): Promise<pg.Client> {
  let launched: LaunchedServer | undefined;
  let deadline = Date.now() + START_LIMIT;
  let waitAnnounced = false;
  try {
    for (let poll = 10; ; poll = Math.min(poll * 1.5, LONGEST_POLL)) {
      signal.throwIfAborted();
      const attempt = await connectAndLock(cluster);
      if (attempt.owner) return attempt.owner;

      if (attempt.code === CANNOT_CONNECT_NOW) {
        deadline = Date.now() + START_LIMIT;
        if (poll === LONGEST_POLL && !waitAnnounced) {
          log(`Waiting for PostgreSQL: ${attempt.problem}.`);
          waitAnnounced = true;
        }
      } else if (!runningServer(cluster)) {
        const failure = await launched?.failure();
        if (failure && !mayPass(failure)) throw new Error(failure);
        if (!launched || failure) launched = await launch(cluster);
      }
      if (Date.now() > deadline) throw new Error(`no answer (${attempt.problem})`);
      await delay(poll, undefined, { signal });
    }
  } catch (error) {
    // If the directory is in use, the process that we started belongs to the other owner.
    if (launched?.pid && !(error instanceof DataDirectoryInUse)) {
      await stopServer(cluster, launched.pid);
    }
    throw error;
  }
}

/** Another server of ours owns the directory. A command may use its connection instead. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  readonly connection: EmbeddedPostgres["connection"];

  constructor(cluster: Cluster) {
    super(
      `Another server is already using the data directory ${cluster.dataDir}. Stop it, or set DATA_DIR to another directory.`,
    );
    this.connection = connectionTo(cluster);
  }
}

/** PostgreSQL's code for 'the database system is starting up' and similar states. */
const CANNOT_CONNECT_NOW = "57P03";

/** Another server started first, or processes of the last one are still ending. */
function mayPass(failure: string): boolean {
  return /^lock file .* already exists|^pre-existing shared memory/.test(failure);
}

/** A server process that does not answer within this time is stuck. */
const CONNECT_LIMIT = 5_000;

type Attempt = { owner: pg.Client } | { owner?: never; code: string | undefined; problem: string };

async function connectAndLock(cluster: Cluster): Promise<Attempt> {
  const client = new pg.Client({
    ...connectionTo(cluster),
    user: SUPERUSER,
    database: "postgres",
    ssl: false,
    application_name: "owner of the data directory",
    connectionTimeoutMillis: CONNECT_LIMIT,
    query_timeout: START_LIMIT,
  });
  client.on("error", () => {}); // the end of the connection is awaited instead
  let locked: boolean;
  try {
    await client.connect();
    locked = await lock(client);
  } catch (error) {
    await client.end();
    const { code, message } = error as pg.DatabaseError;
    return { code, problem: message };
  }
  if (locked) return { owner: client };
  await client.end();
  throw new DataDirectoryInUse(cluster);
}

/** Nothing else uses advisory locks in the database `postgres`, so any number works. */
const OWNER_LOCK = 1;
/** After `kill -9` the dead owner's connection may stay open briefly. */
const LOCK_PATIENCE = 2_000;

async function lock(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + LOCK_PATIENCE;
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [OWNER_LOCK]);
    if (rows[0].locked) return true;
    if (Date.now() > deadline) return false;
    await delay(50);
  }
}

function explain(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const explanation = /ENOSPC|No space left/i.test(reason)
    ? `The disk that holds ${dataDir} is full`
    : /EACCES|EPERM|Permission denied/i.test(reason)
      ? `${dataDir} must belong to the user who starts the server`
      : `PostgreSQL did not start in ${dataDir}`;
  return new EmbeddedPostgresError(`${explanation}: ${reason}`, { cause: error });
}
