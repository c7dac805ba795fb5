import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
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
    application_name: "survey-website",
    // Longer than a healthy query ever waits, short enough to still answer with 503.
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...(patient ? {} : timeLimits),
  });
  pool.on("error", onLost);
  // The pool handles errors only of idle connections. Without this, a connection that breaks
  // between two queries of a transaction would crash the process.
  pool.on("connect", (client) => {
    client.on("error", onLost);
    closeWhenLate(client);
  });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Closes a connection when an answer does not come in time (`query_timeout`). The driver would give
 * it to the next caller: it may be dead for good, or in the middle of a transaction, and what that
 * caller writes would be rolled back after it was confirmed.
 */
function closeWhenLate(client: pg.PoolClient): void {
  const query: (...call: unknown[]) => Promise<unknown> = client.query.bind(client);
  client.query = ((...call: unknown[]) => {
    const answer = query(...call);
    answer.catch((error: Error) => {
      if (error.message === "Query read timeout") void client.end();
    });
    return answer;
  }) as typeof client.query;
}
