import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import type { Every } from "../../process/every.ts";
import { withOneConnection } from "../one-connection.ts";
import { copyElsewhere } from "./copy.ts";
import {
  backupName,
  findMisdated,
  findUncopied,
  lastBackup,
  lastCopied,
  markCopied,
  removeOld,
  removeUnfinished,
} from "./folder.ts";
import { sayLeft } from "./waiting-ballots.ts";
import type { Options, Written } from "./write.ts";

interface Deps {
  connection: pg.PoolConfig;
  directory: string;
  hours: number;
  keep: number;
  /** The program that copies a backup elsewhere. */
  command: string | undefined;
  log: {
    info: (what: object, message: string) => void;
    error: (what: object, message: string) => void;
  };
  write: (options: Options) => Promise<Written>;
}

// Any number works, as long as no other lock uses it.
const BACKUP_LOCK = 7_203_116;
const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;
// A full disk is not empty a minute later, and each try reads the whole database.
const RETRY_AFTER_MS = HOUR_MS;
// A copy that takes a day hangs, and the next backup is more worth copying.
const MOST_HOURS = 24;

/**
 * Writes a backup whenever the newest one in the folder is old enough, and has it copied elsewhere. Of
 * several servers that share the folder, one writes.
 */
export function startBackups(deps: Deps, every: Every): void {
  const { directory, log } = deps;
  const options = { atOnce: true, whileReadOnly: true, retryMs: RETRY_AFTER_MS };
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  every(LOOK_EVERY_MS, (signal) => backUpIfDue(deps, signal), {
    ...options,
    name: "backup",
    failure: (err) =>
      log.error(
        { err },
        `No backup was written to ${directory}: ${reasonOf(err)} Earlier ones are kept; the next try is in an hour.`,
      ),
  });
  every(LOOK_EVERY_MS, (signal) => copyIfDue(deps, signal), {
    ...options,
    name: "backup-copy",
    failure: (err) =>
      log.error(
        { err },
        `The newest backup was not copied: ${reasonOf(err)} The next try is in an hour.`,
      ),
  });
}

/** Returns whether it has written one. */
export async function backUpIfDue(deps: Deps, signal?: AbortSignal): Promise<boolean> {
  const { connection, directory, keep, log, write } = deps;
  if (!(await isDue(deps))) return false;
  return withOneConnection(connection, async (client, db) => {
    await client.query("begin");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(BACKUP_LOCK)}) as mine
    `.execute(db);
    // Another server is writing one, or has just done it.
    if (!rows[0]?.mine || !(await isDue(deps))) return false;
    await removeUnfinished(directory);
    const begun = new Date();
    const file = path.join(directory, backupName(begun));
    const written = await write({ connection, file, signal });
    await removeOld(directory, keep);
    const seconds = (Date.now() - begun.getTime()) / 1000;
    const left = written.leftBallots > 0 ? `; ${sayLeft(written.leftBallots, "")}` : "";
    log.info({ file, ...written, seconds }, `backup written${left}`);
    const misdated = await findMisdated(directory);
    if (misdated.length > 0) {
      log.error(
        { misdated },
        `${misdated.length} backups in ${directory} have a date ahead of now, or none: they neither count nor are removed. Was a clock wrong?`,
      );
    }
    return true;
  });
}

/** Has the newest backup copied elsewhere, unless that is done. The folder remembers it. */
export async function copyIfDue(deps: Deps, signal: AbortSignal): Promise<void> {
  const { command, directory, hours, log } = deps;
  const file = command && (await findUncopied(directory));
  if (!file) return;
  const begun = Date.now();
  await copyElsewhere({ command, file, limitMs: Math.min(hours, MOST_HOURS) * HOUR_MS, signal });
  await markCopied(file);
  log.info({ file, seconds: (Date.now() - begun) / 1000 }, "backup copied");
}

async function isDue({ directory, hours }: Deps): Promise<boolean> {
  const last = await lastBackup(directory);
  return !last || Date.now() - last.getTime() >= hours * HOUR_MS;
}

/** So that an alert can tell that there is no recent backup, or none elsewhere, for whatever reason. */
export function registerBackupMetrics(
  registry: Registry,
  { directory, command }: Pick<Deps, "directory" | "command">,
): void {
  const show = (name: string, help: string, find: typeof lastBackup) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const last = await find(directory).catch(() => undefined);
        this.set(last ? last.getTime() / 1000 : 0);
      },
    });
  show(
    "backup_last_success_timestamp_seconds",
    "When the newest backup in BACKUP_DIR was begun; 0 if there is none.",
    lastBackup,
  );
  if (!command) return;
  show(
    "backup_last_copied_timestamp_seconds",
    "When the newest backup that BACKUP_COMMAND has copied was begun; 0 if there is none.",
    lastCopied,
  );
}
