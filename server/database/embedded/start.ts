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
   * `host` is the directory of a Unix socket. Stays the same when PostgreSQL is restarted. The user
   * owns the database and is no superuser.
   */
  connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings on top of ours. */
  settings?: Settings;
}

const DATABASE = "survey";

/**
 * Runs a PostgreSQL of our own on `dataDir`, starts it again when it dies, and keeps any second
 * server off the directory.
 */
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

const LONGEST_BACKOFF = 5_000; // a person who has just mended the cause waits no longer
const STABLE_AFTER = 60_000; // having run this long, a crash is a new one, not the last one again

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
        log("PostgreSQL is back.");
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
    // The lock is held to the end, so that no other server adopts what is about to stop.
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
 * SIGTERM makes PostgreSQL refuse new connections and wait for the old ones to end, which ours
 * never do. Three seconds leave time for our own end, since service managers signal everybody.
 */
function finishForeignStops(cluster: Cluster, log: Options["log"]): NodeJS.Timeout {
  let seconds = 0;
  const watch = setInterval(() => {
    seconds = isStopping(cluster) ? seconds + 1 : 0;
    const pid = seconds === 3 && runningServer(cluster);
    if (!pid) return;
    log("Somebody else is stopping PostgreSQL.");
    void stopServer(cluster, pid);
  }, 1_000);
  return watch.unref();
}

/** A healthy start takes a fraction of a second; recovery after a crash extends this. */
const START_LIMIT = 30_000;
const LONGEST_POLL = 250;

/**
 * Returns a connection that holds the lock of the data directory for as long as it lives.
 * A server process that an earlier owner left behind is adopted; otherwise one is launched.
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
    // A directory in use means that somebody else owns the process we happened to launch.
    if (launched?.pid && !(error instanceof DataDirectoryInUse)) {
      await stopServer(cluster, launched.pid);
    }
    throw error;
  }
}

/** Somebody else's server owns the directory. Who only wants to look in may use its connection. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  readonly connection: EmbeddedPostgres["connection"];

  constructor(cluster: Cluster) {
    super(
      `Another server is already using the data directory ${cluster.dataDir}. Stop it, or set DATA_DIR to another directory.`,
    );
    this.connection = connectionTo(cluster);
  }
}

/** PostgreSQL's code for 'the database system is starting up' and its kin. */
const CANNOT_CONNECT_NOW = "57P03";

/** Another server got there first, or the last one's processes are still on their way out. */
function mayPass(failure: string): boolean {
  return /^lock file .* already exists|^pre-existing shared memory/.test(failure);
}

/** A server process that doesn't even greet within this time is stuck. */
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
  client.on("error", () => {}); // its end is what matters, and that is waited for
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

/** Nobody else uses advisory locks in the database `postgres`, so any number will do. */
const OWNER_LOCK = 1;
/** After `kill -9` the dead owner's connection may live on for a moment; a living owner's stays. */
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
