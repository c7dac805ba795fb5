import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../../process/operator-error.ts";
import { type Cluster, PORT, SUPERUSER } from "./cluster.ts";
import { DAILY_ROLE } from "./daily-role.ts";
import { runningServer, startServer, stopServer } from "./server-process.ts";

const DATABASE = "survey";

export interface Connection {
  /** The directory of a Unix socket. */
  host: string;
  port: number;
  /** Owns the database and is not a superuser. */
  user: string;
  database: string;
}

export function connectionTo({ socketDir }: Cluster): Connection {
  return { host: socketDir, port: PORT, user: DAILY_ROLE, database: DATABASE };
}

/** A normal start takes a fraction of a second; recovery after a crash extends this. */
const START_LIMIT = 30_000;
const LONGEST_POLL = 250;

/**
 * Returns a connection that holds the lock of the data directory while it is open. A server process
 * that an earlier owner left running is adopted; otherwise one is started.
 */
export async function takeOwnership(
  cluster: Cluster,
  signal: AbortSignal,
  log: (message: string) => void,
): Promise<pg.Client> {
  let launched = false;
  let deadline = performance.now() + START_LIMIT;
  let waitAnnounced = false;
  try {
    for (let poll = 10; ; poll = Math.min(poll * 1.5, LONGEST_POLL)) {
      signal.throwIfAborted();
      const attempt = await connectAndLock(cluster);
      if (attempt.owner) return attempt.owner;

      if (attempt.code === CANNOT_CONNECT_NOW) {
        deadline = performance.now() + START_LIMIT;
        if (poll === LONGEST_POLL && !waitAnnounced) {
          log(`Waiting for PostgreSQL: ${attempt.problem}.`);
          waitAnnounced = true;
        }
      } else if (!runningServer(cluster)) {
        launched = await startServer(cluster);
      }
      if (performance.now() > deadline) throw new Error(`no answer (${attempt.problem})`);
      await delay(poll, undefined, { signal });
    }
  } catch (error) {
    // If the directory is in use, the process that we started belongs to the other owner.
    if (launched && !(error instanceof DataDirectoryInUse)) await stopServer(cluster);
    throw error;
  }
}

/** Another server of ours owns the directory. A command may use its connection instead. */
export class DataDirectoryInUse extends OperatorError {
  readonly connection: Connection;

  constructor(cluster: Cluster) {
    super(
      `Another server is already using the data directory ${cluster.dataDir}. Stop it, or set DATA_DIR to another directory.`,
    );
    this.connection = connectionTo(cluster);
  }
}

/** PostgreSQL's code for 'the database system is starting up' and similar states. */
const CANNOT_CONNECT_NOW = "57P03";

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

/** Nothing else uses advisory locks in the database `postgres`, so any number works. */
const OWNER_LOCK = 1;
/** After `kill -9` the dead owner's connection may stay open briefly. */
const LOCK_PATIENCE = 2_000;

async function lock(client: pg.Client): Promise<boolean> {
  const deadline = performance.now() + LOCK_PATIENCE;
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [OWNER_LOCK]);
    if (rows[0].locked) return true;
    if (performance.now() > deadline) return false;
    await delay(50);
  }
}
