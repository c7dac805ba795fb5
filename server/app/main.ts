import type { Logger } from "pino";
import { Registry } from "prom-client";
import { DEFAULT_SITE_NAME } from "../../contract/site.ts";
import { writeInChild } from "../database/backup/child.ts";
import { registerBackupMetrics, startBackups } from "../database/backup/schedule.ts";
import { whyNotFolding } from "../database/folding.ts";
import { migrate } from "../database/migrate.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { sweepExpired } from "../database/sweep.ts";
import { fillDemo } from "../operations/demo/fill.ts";
import { people } from "../operations/demo/people.ts";
import { refuseDemoPeople } from "../operations/demo/refuse.ts";
import {
  findReadOnlyUntil,
  startReadOnly,
  toggleReadOnly,
} from "../operations/maintenance/queries.ts";
import { mountDiskMetrics, mountSiteMetrics } from "../operations/metrics/mount.ts";
import { deleteLeftRows } from "../people/users/removal-queries.ts";
import { type Config, loadConfig } from "../process/config.ts";
import { createEvery, type Every } from "../process/every.ts";
import { createLog } from "../process/log.ts";
import { projectRoot } from "../process/project-root.ts";
import { readOrCreateSecret } from "../process/secret.ts";
import { markServing } from "../process/serving-mark.mjs";
import { UNCONFIRMED } from "./doctor/rules.ts";
import type { AppDeps } from "./services.ts";
import { explainFailure } from "./start-failure.ts";
import { whenStopped } from "./stopping.ts";
import { waitForDatabase } from "./waiting.ts";
import { startWorkers } from "./workers/supervisor.ts";

const HOUR_MS = 3_600_000;
// After the last request: background work finishes a step, and mails are sent.
const FINISHING_MS = 15_000;
// For closing the database after that.
const CLOSING_MS = 5_000;

/** How long a process that serves may take to stop. It takes milliseconds if nothing is under way. */
function graceMs({ drainSeconds, requestSeconds }: Config): number {
  return (drainSeconds + requestSeconds) * 1000 + FINISHING_MS;
}

/** Returns how to stop. */
async function start(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
): Promise<() => Promise<void>> {
  log.info(config.databaseUrl ? "connecting to the database" : "starting PostgreSQL");
  const open = () => openPrepared(config, log, stopping);
  const [{ database, secret }] = await Promise.all([
    // The embedded one is started by this process, so there is nobody to wait for.
    config.databaseUrl ? waitForDatabase(open, { ...config, log, signal: stopping }) : open(),
    // While PostgreSQL starts. A supervisor needs neither the time nor the memory.
    config.workers === 1 && import("./app.ts"),
  ]);
  try {
    stopping.throwIfAborted();
    return await run(config, log, database, secret);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openPrepared(config: Config, log: Logger, stopping: AbortSignal) {
  const database = await openDatabase({ ...config, log, mayCreate: true });
  try {
    stopping.throwIfAborted();
    return { database, secret: await prepare(config, log, database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What is done once, however many processes serve. Returns the secret that all of them use. */
async function prepare(config: Config, log: Logger, database: OpenDatabase): Promise<string> {
  const { db } = database;
  const applied = await migrate(database.connection, undefined, config);
  if (applied.length > 0) {
    log.info({ applied }, "database brought up to date");
  }
  const unfolded = await whyNotFolding(db);
  if (unfolded) log.warn(unfolded);
  if (!config.onlyHere) {
    if (!config.emailVerificationRequired) log.warn(UNCONFIRMED);
    await refuseDemoPeople(db, config.databaseUrl ? "DATABASE_URL" : "DATA_DIR");
  }
  if (config.demoPassword && (await fillDemo(db, config.demoPassword))) {
    log.info("demo data filled in");
  }
  const { readOnlyUntil } = config;
  // Stored, so that it is the same for all servers.
  if (readOnlyUntil && readOnlyUntil > new Date()) await startReadOnly(db, readOnlyUntil);
  return config.appSecret ?? (await readOrCreateSecret(config.dataDir));
}

async function run(config: Config, log: Logger, database: OpenDatabase, secret: string) {
  const { db, connection } = database;
  const registry = new Registry();
  mountSiteMetrics(registry, db);
  mountDiskMetrics(registry, directoriesOf(config));
  const stopServing =
    config.workers === 1
      ? await serve({ config, log, db, secret, registry })
      : await startWorkers({ config, log, connection, secret, registry, graceMs: graceMs(config) });
  const { every, stop } = createEvery({
    log,
    registry,
    readOnlyUntil: () => findReadOnlyUntil(db),
  });
  every(HOUR_MS, () => sweepExpired(db), { name: "sweep", failure: "sweep failed" });
  const failure = "rows of deleted people not deleted, will be retried";
  every(HOUR_MS, () => deleteLeftRows(db), { name: "left rows", failure });
  process.on("SIGUSR2", () => {
    toggleReadOnly(db).catch((error: unknown) => log.warn({ err: error }, "SIGUSR2 failed"));
  });
  runBackups(config, log, connection, registry, every);
  return async () => {
    await Promise.all([stop(), stopServing()]);
    await database.close();
  };
}

/** Where this server writes. A database of one's own has its disk elsewhere. */
function directoriesOf({ databaseUrl, dataDir, backupDir }: Config): Map<string, string> {
  const found = new Map<string, string>();
  if (!databaseUrl) found.set("DATA_DIR", dataDir);
  if (backupDir) found.set("BACKUP_DIR", backupDir);
  return found;
}

function runBackups(
  config: Config,
  log: Logger,
  connection: OpenDatabase["connection"],
  registry: Registry,
  every: Every,
): void {
  const { backupDir: directory, backupHours: hours, backupKeep: keep } = config;
  if (!directory) return;
  const folder = { directory, command: config.backupCommand };
  registerBackupMetrics(registry, folder);
  startBackups({ connection, ...folder, hours, keep, log, write: writeInChild }, every);
}

/** Serves in this process. Returns how to stop. */
async function serve(deps: AppDeps): Promise<() => Promise<void>> {
  const { buildApp } = await import("./app.ts");
  const app = await buildApp(deps);
  const { port, host } = deps.config;
  await app.listen({ port, host });
  return () => app.close();
}

function announce(config: Config, log: Logger): void {
  const lines = [
    `${config.siteName ?? DEFAULT_SITE_NAME} is ready at ${config.publicUrl ?? `http://localhost:${config.port}`}`,
  ];
  if (config.demo) {
    lines.push(`Demo sign-ins, password ${config.demoPassword}:`);
    lines.push(...people.slice(0, 4).map(({ email }) => `  ${email}`));
  }
  if (process.stdout.isTTY) process.stdout.write(`\n${lines.join("\n")}\n\n`);
  // A program that reads the log expects entries.
  else for (const line of lines) log.info(line.trim());
}

markServing(projectRoot);
const stopping = new AbortController();
// Means nothing before the database is open, but would end the process.
process.on("SIGUSR2", () => {});
try {
  const config = loadConfig();
  const log = await createLog(config);
  for (const doubt of config.doubtful) log.warn(doubt);
  const started = start(config, log, stopping.signal);
  // Also while it starts: PostgreSQL runs on by itself if this process just ends.
  whenStopped({ log, withinMs: graceMs(config) + CLOSING_MS }, async () => {
    stopping.abort();
    const stop = await started.catch(() => undefined);
    await stop?.();
  });
  await started;
  announce(config, log);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}
