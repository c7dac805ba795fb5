import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { IDENTITY_PATH } from "../contract/identity.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { projectRoot } from "../server/process/project-root.ts";

export interface Product {
  pid: number;
  port: number;
  /** How long it took to start. */
  startMs: number;
  stop(): Promise<void>;
}

interface ProductOptions {
  connection: Connection;
  secret: string;
  logFile: string;
  /** Options of Node itself, for a profile. */
  nodeOptions?: string[];
  /** Instead of the usual ones. */
  settings?: Record<string, string>;
}

/** Opens what a process prints, and makes the folder for it. */
export function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, "w");
}

/** The built server with its default settings, as a process of its own. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { connection, secret, logFile, nodeOptions = [], settings = {} } = options;
  const { host, user, database } = connection;
  const port = await freePort();
  const output = openLog(logFile);
  const begun = performance.now();
  const server = spawn(process.execPath, [...nodeOptions, "dist/server/app/main.js"], {
    cwd: projectRoot,
    // Nothing else of this environment: settings of the machine must not change what is measured.
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: `postgres://${user}@localhost:${connection.port}/${database}?host=${host}`,
      APP_SECRET: secret,
      DEMO: "off",
      // All requests come from one address, and very many from each person.
      LIMIT_FACTOR: "1000000",
      ...settings,
    },
    stdio: ["ignore", output, output],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  while (!(await isReady(port, settings.HOST))) {
    if (server.exitCode !== null) throw new Error(`the server did not start; see ${logFile}`);
    await wait(20);
  }
  // On a real site somebody has logged in by now, which changes what promises cost in Node 20.
  await fetch(`http://${nameOf(settings.HOST)}:${port}${IDENTITY_PATH}/get-session`);
  return {
    pid: server.pid ?? 0,
    port,
    startMs: performance.now() - begun,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

function nameOf(host = "127.0.0.1"): string {
  return host.includes(":") ? `[${host}]` : host;
}

export async function isReady(port: number, host?: string): Promise<boolean> {
  const answer = await fetch(`http://${nameOf(host)}:${port}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => holder.once("listening", done));
  const address = holder.address();
  await new Promise((done) => holder.close(done));
  return typeof address === "object" && address ? address.port : 0;
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

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
