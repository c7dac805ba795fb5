import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, readFileSync, unlinkSync } from "node:fs";
import { appendFile, readFile, rename, stat, truncate } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { EMBEDDED_CONNECTIONS } from "../../process/config.ts";
import {
  type Cluster,
  claimFiles,
  giveTo,
  PORT,
  prepareSocketDir,
  type Settings,
  socketFile,
} from "./cluster.ts";
import { findReason, run } from "./programs.ts";

const DEFAULT_SETTINGS: Settings = {
  listen_addresses: "",
  port: String(PORT),
  max_connections: String(EMBEDDED_CONNECTIONS),
  shared_buffers: "128MB",
  timezone: "UTC",
  // In containers /dev/shm is small, and systemd empties it when the user logs out.
  dynamic_shared_memory_type: "mmap",
  // The product reports failed statements itself; PostgreSQL's log would contain personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
};

/** Recovery after a crash takes longer; the caller then waits until it can connect. */
const START_SECONDS = 1;

/**
 * Starts a server process that outlives this one. False if another one is already running, or if
 * processes of the last one are still ending. Throws the reason of any other failure.
 */
export async function startServer(cluster: Cluster): Promise<boolean> {
  await prepareSocketDir(cluster);
  await claimFiles(cluster);
  removeForeignLocks(cluster);
  const logStart = await prepareLog(cluster);
  const settings = {
    ...DEFAULT_SETTINGS,
    ...cluster.settings,
    unix_socket_directories: socketSetting(cluster),
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${quoteForShell(`${name}=${value}`)}`)
    .join(" ");
  const log = basename(cluster.logFile);
  try {
    await pgCtl(cluster, "start", `--timeout=${START_SECONDS}`, `--log=${log}`, "-o", options);
    return true;
  } catch (error) {
    if (/did not start in time/.test((error as { stderr?: string }).stderr ?? "")) return true;
    const written = (await readFile(cluster.logFile)).subarray(logStart).toString();
    const reason = findReason(written) || "it ended at once";
    if (/^lock file .* already exists|^pre-existing shared memory/.test(reason)) return false;
    throw new Error(reason);
  }
}

/** Runs in the data directory and names it by PGDATA, because pg_ctl does not quote paths. */
async function pgCtl({ directory, programs }: Cluster, ...args: string[]): Promise<void> {
  const [file, all, options] = programs.command("pg_ctl", args);
  await run(file, all, { ...options, env: { ...options.env, PGDATA: directory } });
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function socketSetting({ socketDir }: Cluster): string {
  return `"${socketDir.replaceAll('"', '""')}"`;
}

/** The log is read only after a failure; this much is enough to explain one. */
const LOG_LIMIT = 5 * 1024 * 1024;

/** Returns the size of the log, where new entries will start. */
async function prepareLog({ logFile, programs }: Cluster): Promise<number> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > LOG_LIMIT) await rename(logFile, `${logFile}.1`);
  await appendFile(logFile, "", { mode: 0o600 });
  await giveTo(programs.fileOwner, logFile);
  return (await stat(logFile)).size;
}

/**
 * Shortens a log that has grown too large while PostgreSQL writes to it. The newest part is kept beside
 * it, unless the disk is full.
 */
export async function shortenLog({ logFile }: Cluster): Promise<void> {
  const { size } = await stat(logFile);
  if (size <= LOG_LIMIT) return;
  const newest = createReadStream(logFile, { start: size - LOG_LIMIT });
  await pipeline(newest, createWriteStream(`${logFile}.1`, { mode: 0o600 })).catch(() => {});
  // PostgreSQL always writes at the end, wherever that is.
  await truncate(logFile);
}

// pg_ctl trusts any process id in a lock file. The functions below check that it belongs to our
// server and not to another program.

/** The process id of the server that runs on this cluster, no matter who started it. */
export function runningServer(cluster: Cluster): number | undefined {
  const pid = pidIn(pidFile(cluster));
  return pid && isServerOf(cluster, pid) ? pid : undefined;
}

/** Whether the server was told to stop and is waiting for its connections to end. */
export function isStopping(cluster: Cluster): boolean {
  return readIfThere(pidFile(cluster)).trimEnd().endsWith("stopping");
}

/**
 * PostgreSQL removes the locks of a dead process itself, but does not start if the old process id
 * now belongs to another program. Synchronous, so that nothing can start between check and removal.
 */
function removeForeignLocks(cluster: Cluster): void {
  for (const file of [pidFile(cluster), `${socketFile(cluster.socketDir)}.lock`]) {
    const pid = pidIn(file);
    if (pid && isAlive(pid) && !isServerOf(cluster, pid)) unlinkSync(file);
  }
}

function pidFile({ directory }: Cluster): string {
  return join(directory, "postmaster.pid");
}

function pidIn(lockFile: string): number | undefined {
  return Number.parseInt(readIfThere(lockFile), 10) || undefined;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A server of ours has this cluster's socket directory in its command line. */
function isServerOf(cluster: Cluster, pid: number): boolean {
  return commandLine(pid).includes(`unix_socket_directories=${socketSetting(cluster)}`);
}

/** Empty for a process that is gone, or dead but not yet reaped. */
function commandLine(pid: number): string {
  return process.platform === "linux"
    ? readIfThere(`/proc/${pid}/cmdline`).replaceAll("\0", " ")
    : spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

/** Rolls back running transactions and stops; if that takes too long, stops as in a crash. */
export async function stopServer(cluster: Cluster): Promise<void> {
  for (const how of [
    // Writes a checkpoint, which takes long on a slow disk.
    ["--mode=fast", "--timeout=30"],
    // After 5 seconds PostgreSQL itself kills what is left.
    ["--mode=immediate", "--timeout=10"],
  ]) {
    if (!runningServer(cluster)) return;
    await pgCtl(cluster, "stop", "--silent", ...how).catch(() => {});
  }
}
