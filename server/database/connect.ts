import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

// Counts are far below 2^53, so bigint leaves the driver as a number like every other integer.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface ConnectOptions {
  connection: pg.PoolConfig;
  poolSize: number;
  /** A connection that broke. The pool replaces it; somebody should know. */
  onLost: (error: Error) => void;
  /** For migrations and other work that takes as long as it takes. */
  patient?: boolean;
}

const timeLimits = {
  // Bounds what one bad query can hold up; no request needs a tenth of it.
  statement_timeout: 10_000,
  // Catches what the server can't: a network that swallows the answer.
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 10_000,
};

export function connect(options: ConnectOptions): Database {
  const { connection, poolSize, onLost, patient = false } = options;
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    application_name: "survey-website",
    // Longer than a healthy query ever waits, short enough that a request can still say 503.
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...(patient ? {} : timeLimits),
  });
  pool.on("error", onLost);
  // The pool listens only while a connection is idle; one that breaks in use, between two queries,
  // would otherwise take the process with it.
  pool.on("connect", (client) => client.on("error", onLost));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
