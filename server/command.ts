import { pino } from "pino";
import { loadConfig } from "./config.ts";
import type { Database } from "./database/connect.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open.ts";
import { explainFailure } from "./start-failure.ts";

/** Runs an operator's command on the product's database, whether or not a server is running. */
export async function runCommand(work: (db: Database) => Promise<number>): Promise<void> {
  try {
    const config = loadConfig();
    const log = pino({ level: "warn" });
    const database = await openDatabase({ ...config, log, shared: true });
    try {
      await migrate(database.connection);
      process.exitCode = await work(database.db);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}
