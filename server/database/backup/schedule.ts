import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { withOneConnection } from "../one-connection.ts";
import { backupName, lastBackup, removeOld, removeUnfinished } from "./folder.ts";
import type { Options, Written } from "./write.ts";

interface Deps {
  connection: pg.PoolConfig;
  directory: string;
  hours: number;
  keep: number;
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

/**
 * Writes a backup whenever the newest one in the folder is old enough, and returns how to stop. Of
 * several servers that share the folder, one writes.
 */
export function startBackups(deps: Deps): () => Promise<void> {
  const stopping = new AbortController();
  let notBefore = 0;
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (Date.now() < notBefore) return;
    try {
      await backUpIfDue(deps, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      notBefore = Date.now() + RETRY_AFTER_MS;
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.error(
        { err: error },
        `No backup was written to ${deps.directory}: ${reason} Earlier ones are kept; the next try is in an hour.`,
      );
    }
  }

  function lookOnce(): void {
    running ??= look().finally(() => {
      running = undefined;
    });
  }

  const timer = setInterval(lookOnce, LOOK_EVERY_MS);
  lookOnce();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
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
    log.info({ file, ...written, seconds }, "backup written");
    return true;
  });
}

async function isDue({ directory, hours }: Deps): Promise<boolean> {
  const last = await lastBackup(directory);
  return !last || Date.now() - last.getTime() >= hours * HOUR_MS;
}

/** So that an alert can tell that there is no recent backup, for whatever reason. */
export function registerBackupMetric(registry: Registry, directory: string): void {
  new Gauge({
    name: "backup_last_success_timestamp_seconds",
    help: "When the newest backup in BACKUP_DIR was begun; 0 if there is none.",
    registers: [registry],
    async collect() {
      const last = await lastBackup(directory).catch(() => undefined);
      this.set(last ? last.getTime() / 1000 : 0);
    },
  });
}
