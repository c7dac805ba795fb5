import { readFileSync } from "node:fs";
import { IDENTITY_PATH } from "../contract/identity.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { type ServerProcess, startServer } from "../server/testing/server-process.ts";

interface ProductOptions {
  connection: Connection;
  secret: string;
  logFile: string;
  /** Options of Node itself, for a profile. */
  nodeOptions?: string[];
  /** Instead of the usual ones. */
  settings?: Record<string, string>;
}

/** The built server with its default settings, as a process of its own. */
export async function startProduct(options: ProductOptions): Promise<ServerProcess> {
  const { connection, secret, logFile, nodeOptions = [], settings = {} } = options;
  const { host, user, database } = connection;
  const server = await startServer({
    settings: {
      DATABASE_URL: `postgres://${user}@localhost:${connection.port}/${database}?host=${host}`,
      APP_SECRET: secret,
      // All requests come from one address, and very many from each person.
      LIMIT_FACTOR: "1000000",
      ...settings,
    },
    logFile,
    nodeOptions,
  });
  // On a real site somebody has logged in by now, which changes what promises cost in Node 20.
  await fetch(`${server.url}${IDENTITY_PATH}/get-session`);
  return server;
}

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/** The CPU time that a process has used; NaN where there is no /proc. */
export function cpuMs(pid: number): number {
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of the thread that runs the event loop, without those that hash and compress. */
export function mainThreadCpuMs(pid: number): number {
  const fields = readProc(pid, `task/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of each process that a process has started. */
export function childrenCpu(pid: number): Map<number, number> {
  const children = readProc(pid, `task/${pid}/children`).trim().split(" ").map(Number);
  return new Map(children.map((child) => [child, cpuMs(child)]));
}

export function childrenCpuMs(pid: number): number {
  return [...childrenCpu(pid).values()].reduce((sum, ms) => sum + ms, 0);
}

/** How much more all have used now, without those that have ended meanwhile, such as PostgreSQL's own helpers. */
export function grown(before: Map<number, number>, now: Map<number, number>): number {
  return [...now].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
