import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, isReady } from "../bench/processes.ts";
import { settings as allSettings } from "../server/process/environment.ts";
import { projectRoot } from "../server/process/project-root.ts";

interface ServerOptions {
  /** Settings of the product, and other variables of its environment. `PORT` is found if not given. */
  settings: Record<string, string>;
  /** What it prints is added to this file. */
  logFile: string;
  /** Options of Node itself. */
  nodeOptions?: string[];
}

export interface ServerProcess {
  pid: number;
  port: number;
  /** `http://127.0.0.1:…` */
  url: string;
  /** Its exit code, or the signal that killed it. */
  ended: Promise<number | string>;
  isRunning(): boolean;
  /** By SIGTERM, as a service manager does it. */
  stop(): Promise<void>;
  /** By SIGKILL. The embedded PostgreSQL of the server goes on. */
  kill(): Promise<void>;
}

/** The machine was too slow for what should be tried, so nothing was found out about the site. */
export class NotBegun extends Error {}

// A start takes two seconds on an idle machine, and was seen to take more than a minute on a busy one.
const READY_WITHIN_MS = 5 * 60_000;

/** Starts the built server, and returns when it is ready. Throws `NotBegun` if that takes too long. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const server = await spawnServer(options);
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(server.port))) {
    const isLate = performance.now() > deadline;
    if (server.isRunning() && !isLate) {
      await wait(20);
      continue;
    }
    await server.kill();
    throw isLate
      ? new NotBegun(`the server was not ready after ${READY_WITHIN_MS / 1000} seconds`)
      : new Error(`the server did not start; see ${options.logFile}`);
  }
  return server;
}

/** Starts the built server, and returns at once. */
export async function spawnServer(options: ServerOptions): Promise<ServerProcess> {
  const { settings, logFile, nodeOptions = [] } = options;
  const port = Number(settings.PORT ?? (await freePort()));
  const output = openSync(logFile, "a");
  // Empty values keep a developer's own .env out.
  const unset = Object.fromEntries(Object.keys(allSettings.shape).map((name) => [name, ""]));
  const child = spawn(process.execPath, [...nodeOptions, "dist/server/app/main.js"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...unset, DEMO: "off", ...settings, PORT: String(port) },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = endOf(child);
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await ended;
  }
  return {
    pid: child.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

async function endOf(child: ChildProcess): Promise<number | string> {
  await once(child, "exit");
  return child.exitCode ?? child.signalCode ?? "";
}
