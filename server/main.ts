import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { type Config, loadConfig } from "./config.ts";
import { migrate } from "./database/migrate.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { sweepExpired } from "./database/sweep.ts";
import { fillDemo } from "./demo/fill.ts";
import { people } from "./demo/people.ts";
import { refuseDemoPeople } from "./demo/refuse.ts";
import { createLog } from "./log.ts";
import { readOrCreateSecret } from "./secret.ts";
import { explainFailure } from "./start-failure.ts";

const HOUR_MS = 3_600_000;
// Longer than any request may take, so that stopping interrupts none.
const GRACE_MS = 15_000;

async function start(config: Config, log: Logger): Promise<void> {
  const database = await openDatabase({ ...config, log });
  try {
    await serve(config, log, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(config: Config, log: Logger, database: OpenDatabase): Promise<void> {
  const { db } = database;
  const applied = await migrate(database.connection);
  if (applied.length > 0) log.info({ applied }, "database brought up to date");
  if (!config.onlyHere) {
    await refuseDemoPeople(db, config.databaseUrl ? "DATABASE_URL" : "DATA_DIR");
  }
  if (config.demo && (await fillDemo(db, config.demoPassword))) log.info("demo data filled in");

  const secret = config.appSecret ?? (await readOrCreateSecret(config.dataDir));
  const app = await buildApp({ config, db, secret, log });
  await app.listen({ port: config.port, host: config.host });
  const sweep = setInterval(() => {
    sweepExpired(db).catch((error: unknown) => log.warn({ err: error }, "sweep failed"));
  }, HOUR_MS);

  closeWithGrace({ delay: GRACE_MS, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, "stopping after an unexpected failure");
    clearInterval(sweep);
    await app.close();
    await database.close();
  });
  announce(config);
}

function announce(config: Config): void {
  const lines = [
    `Survey Website is ready at ${config.publicUrl ?? `http://localhost:${config.port}`}`,
  ];
  if (config.demo) {
    lines.push(`Demo sign-ins, password ${config.demoPassword}:`);
    lines.push(...people.slice(0, 4).map(({ email }) => `  ${email}`));
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}

try {
  const config = loadConfig();
  await start(config, createLog(config.logLevel));
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
