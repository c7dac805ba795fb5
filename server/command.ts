import type pg from "pg";
import { pino } from "pino";
import { loadConfig } from "./config.ts";
import type { Database } from "./database/connect.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open.ts";
import { explainFailure } from "./start-failure.ts";

type Work = (db: Database, connection: pg.PoolConfig) => Promise<number>;

/**
 * Runs an operator's command on the product's database, whether or not a server is running.
 * `check` may refuse the database before anything is changed in it.
 */
export async function runCommand(
  work: Work,
  check: (db: Database) => Promise<void> = async () => {},
): Promise<void> {
  try {
    const config = loadConfig();
    const log = pino({ level: "warn" });
    const database = await openDatabase({ ...config, log, shared: true });
    try {
      await check(database.db);
      await migrate(database.connection);
      process.exitCode = await work(database.db, database.connection);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}
