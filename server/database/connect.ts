import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { named } from "./prepared.ts";
import { isFailureOfConnection } from "./retry.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

// Counts are far below 2^53, so bigint is parsed as a number like every other integer.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface ConnectOptions {
  connection: pg.PoolConfig;
  poolSize: number;
  /** Called when a connection breaks. The pool replaces it. */
  onLost: (error: Error) => void;
  /** No time limit for statements, for migrations and other long work. */
  patient?: boolean;
}

export function warnOfLost(log: { warn: (message: string) => void }): ConnectOptions["onLost"] {
  return (error) => log.warn(`database connection lost: ${error.message}`);
}

// Stay open while nobody asks. On a full disk PostgreSQL takes no new connections, and who has one can
// still read; with a single one, a long transaction would stop every other request.
const KEPT_CONNECTIONS = 2;
// Shorter than firewalls forget a silent connection, which are minutes.
const KEEP_ALIVE_MS = 30_000;

const timeLimits = {
  // Limits how long one bad query can block others. Every request needs less than a tenth of it.
  statement_timeout: 10_000,
  // For a case that the database can't notice: its answer gets lost in the network.
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 10_000,
};

export function connect(options: ConnectOptions): Database {
  const { connection, poolSize, onLost, patient = false } = options;
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    min: KEPT_CONNECTIONS,
    application_name: "survey-website",
    // Longer than a healthy query ever waits, short enough to still answer with 503.
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(patient ? {} : timeLimits),
  });
  pool.on("error", onLost);
  // The pool handles errors only of idle connections. Without this, a connection that breaks
  // between two queries of a transaction would crash the process.
  pool.on("connect", (client) => {
    client.on("error", onLost);
    watchQueries(client, onLost);
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Database, pg.Pool>();

/** How busy the connections of this database are. Nothing for one that was not opened here. */
export function readPool(db: Database) {
  const pool = pools.get(db);
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
  const limit = pool?.options.max ?? 0;
  const used = totalCount - idleCount;
  // The pool also counts those that get a free connection in the next moment.
  const waiting = Math.max(0, waitingCount - (limit - used));
  return { used, idle: idleCount, waiting, limit };
}

/**
 * Names what is to be prepared, and ends a connection that is of no use any more.
 * The pool keeps a connection whose query has failed. If its machine was the primary and has become a
 * standby, it would fail everybody who gets it next. If an answer did not come in time, it may be
 * dead, or in the middle of a transaction: what the next caller writes would be rolled back after it
 * was confirmed.
 */
function watchQueries(client: pg.Client, onLost: ConnectOptions["onLost"]): void {
  client.query = ((...args: unknown[]) => {
    // Looked up for each query, because tests watch it there.
    const result: unknown = Reflect.apply(pg.Client.prototype.query, client, named(args));
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (!isFailureOfConnection(error)) return;
        onLost(error);
        void client.end();
      });
    }
    return result;
  }) as typeof client.query;
}
