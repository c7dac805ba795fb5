import type pg from "pg";
import { pino } from "pino";
import { type Config, loadConfig } from "./config.ts";
import type { Database } from "./database/connect.ts";
import { migrate } from "./database/migrate.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
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
  await runProgram((config) =>
    withDatabase(config, async ({ db, connection }) => {
      await check(db);
      await migrate(connection);
      return work(db, connection);
    }),
  );
}

/** Runs `work`, whose result is the exit code, and shows in one line why it can't be done. */
export async function runProgram(work: (config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work(loadConfig());
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}

/** Opens the product's database as it is. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ ...config, log: pino({ level: "warn" }), shared: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
