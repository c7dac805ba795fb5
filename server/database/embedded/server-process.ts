import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, unlinkSync } from "node:fs";
import { type FileHandle, open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Cluster,
  claimFiles,
  PORT,
  prepareSocketDir,
  type Settings,
  socketFile,
} from "./cluster.ts";
import { findReason } from "./programs.ts";

const DEFAULT_SETTINGS: Settings = {
  listen_addresses: "",
  port: String(PORT),
  max_connections: "100",
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

export interface LaunchedServer {
  pid: number | undefined;
  /** Why it ended; undefined while it runs. */
  failure(): Promise<string | undefined>;
}

/** Starts a server process that outlives this one. It ends at once if another one is running. */
export async function launch(cluster: Cluster): Promise<LaunchedServer> {
  const { directory, socketDir, programs, logFile } = cluster;
  await prepareSocketDir(cluster);
  await claimFiles(cluster);
  removeForeignLocks(cluster);

  const settings = {
    ...DEFAULT_SETTINGS,
    ...cluster.settings,
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [file, args, spawnOptions] = programs.command("postgres", ["-D", directory, ...options]);
  const log = await openLog(logFile);
  const { size: logStart } = await log.stat();
  const child = spawn(file, args, {
    ...spawnOptions,
    // So that Ctrl-C in the terminal does not stop it before the last request is answered.
    detached: true,
    // A file, because a pipe would break if this process is killed while PostgreSQL goes on.
    stdio: ["ignore", log.fd, log.fd],
  });
  child.on("error", () => {}); // the exit code shows it too
  child.unref();
  await log.close();
  return { pid: child.pid, failure: () => findFailure(child, logFile, logStart) };
}

/** The log is read only after a failure; this much is enough to explain one. */
const LOG_LIMIT = 5 * 1024 * 1024;

async function openLog(path: string): Promise<FileHandle> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LOG_LIMIT) await rename(path, `${path}.1`);
  return open(path, "a", 0o600);
}

async function findFailure(child: ChildProcess, logFile: string, logStart: number) {
  if (child.exitCode === null && child.signalCode === null) return undefined;
  const written = (await readFile(logFile)).subarray(logStart).toString();
  return findReason(written, child.pid) || "it ended at once";
}

/** The process id of the server that runs on this cluster, no matter who started it. */
export function runningServer({ directory }: Cluster): number | undefined {
  const pid = pidIn(pidFile(directory));
  return pid && isServerOf(directory, pid) ? pid : undefined;
}

/** Whether the server was told to stop and is waiting for its connections to end. */
export function isStopping({ directory }: Cluster): boolean {
  return readIfThere(pidFile(directory)).trimEnd().endsWith("stopping");
}

/**
 * PostgreSQL removes the locks of a dead process itself, but does not start if the old process id
 * now belongs to another program. Synchronous, so that nothing can start between check and removal.
 */
function removeForeignLocks({ directory, socketDir }: Cluster): void {
  for (const file of [pidFile(directory), `${socketFile(socketDir)}.lock`]) {
    const pid = pidIn(file);
    if (pid && isAlive(pid) && !isServerOf(directory, pid)) unlinkSync(file);
  }
}

function pidFile(directory: string): string {
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

function isServerOf(directory: string, pid: number): boolean {
  return commandLine(pid).includes(`/postgres -D ${directory} `);
}

/** Empty for a process that is gone, or dead but not yet reaped. */
function commandLine(pid: number): string {
  return process.platform === "linux"
    ? readIfThere(`/proc/${pid}/cmdline`).replaceAll("\0", " ")
    : spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

const FAST_STOP_LIMIT = 30_000; // writes a checkpoint, which takes long on a slow disk
const IMMEDIATE_STOP_LIMIT = 10_000; // after 5 seconds PostgreSQL itself kills what is left

/** Rolls back running transactions and stops; if that takes too long, stops as in a crash. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  signal(cluster, pid, "SIGINT");
  if (await isGone(cluster, pid, FAST_STOP_LIMIT)) return;
  signal(cluster, pid, "SIGQUIT");
  await isGone(cluster, pid, IMMEDIATE_STOP_LIMIT);
}

function signal({ directory }: Cluster, pid: number, name: NodeJS.Signals): void {
  if (isServerOf(directory, pid)) process.kill(pid, name);
}

async function isGone({ directory }: Cluster, pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit;
  while (isServerOf(directory, pid)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
