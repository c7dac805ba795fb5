import type pg from "pg";
import { pino } from "pino";
import type { Database } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { type OpenDatabase, openDatabase, refuseEmpty } from "../database/open.ts";
import { type Config, loadConfig } from "../process/config.ts";
import { explainFailure } from "./start-failure.ts";

type Work = (db: Database, connection: pg.PoolConfig, config: Config) => Promise<number>;

/**
 * Runs an operator's command on the product's database, whether or not a server is running.
 * `check` may refuse the database before anything is changed in it. Unless it is given, one that has
 * no tables of the product is refused: a command would find nothing wrong in it.
 */
export async function runCommand(
  work: Work,
  check: (db: Database, config: Config) => Promise<void> = refuseEmpty,
): Promise<void> {
  await runProgram((config) =>
    withDatabase(config, async ({ db, connection }) => {
      await check(db, config);
      await migrate(connection);
      return work(db, connection, config);
    }),
  );
}

/** Runs `work`, whose result is the exit code, and shows in one line why it can't be done. */
export async function runProgram(work: (config: Config) => Promise<number>): Promise<void> {
  endQuietlyWithReader();
  try {
    process.exitCode = await work(loadConfig());
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}

/** Opens the product's database as it is. Where there is none, only `mayCreate` makes one. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
  { mayCreate = false } = {},
): Promise<Result> {
  const log = pino({ level: "warn" });
  // Counting all votes of a large site takes longer than any request may.
  const options = { shared: true, mayCreate, patient: true };
  const database = await openDatabase({ ...config, log, ...options });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** `npm run recount | head` closes the output early. The command still finishes what it does. */
export function endQuietlyWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
