import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./connect.ts";
import type { Schema } from "./schema.ts";

/**
 * Opens one connection without time limits: for statements through `db`, and through `client` for
 * `COPY`, which Kysely does not know. The caller begins and commits; whatever is not committed when
 * `work` ends is rolled back.
 */
export async function withOneConnection<Result>(
  connection: pg.PoolConfig,
  work: (client: pg.Client, db: Database) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...connection,
    application_name: "survey-website backup",
    keepAlive: true,
  });
  // Whoever waits for a statement gets the error too.
  client.on("error", () => {});
  await client.connect();
  const shared = { query: client.query.bind(client), release() {} };
  const pool = { connect: async () => shared, end: async () => {} };
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(client, db);
  } finally {
    // Closes the connection at once if a statement is still running.
    await client.end();
  }
}
