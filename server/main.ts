import { existsSync } from "node:fs";
import path from "node:path";
import closeWithGrace from "close-with-grace";
import { type Logger, pino } from "pino";
import { buildApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { migrate } from "./database/migrate.ts";
import { DatabaseUnreachable, type OpenDatabase, openDatabase } from "./database/open.ts";
import { EmbeddedPostgresError } from "./database/postgres-programs.ts";
import { fillDemo } from "./demo/fill.ts";
import { people } from "./demo/people.ts";
import { sweepExpired } from "./identity/queries.ts";
import { projectRoot } from "./project-root.ts";
import { readOrCreateSecret } from "./secret.ts";

const HOUR_MS = 3_600_000;
// Longer than any request may take, so that a stop loses nothing that is under way.
const GRACE_MS = 15_000;

function loadSettings(): Config {
  const file = path.join(projectRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}

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
  const applied = await migrate(db);
  if (applied.length > 0) log.info({ applied }, "database brought up to date");
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

/** What an operator can mend is told in one readable line; anything else keeps its stack. */
function explain(error: unknown): unknown {
  const expected = [ConfigError, DatabaseUnreachable, EmbeddedPostgresError];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    return `PORT: ${(error as Error).message}; another program listens there`;
  }
  return error;
}

try {
  const config = loadSettings();
  await start(config, pino({ level: config.logLevel }));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
