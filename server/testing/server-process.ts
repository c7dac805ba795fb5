import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { settings as allSettings } from "../process/environment.ts";
import { projectRoot } from "../process/project-root.ts";

// The one way to start a server as a process of its own: for tests, browsers, measurements and faults.

interface ServerOptions {
  /** Settings of the product, and other variables of its environment. `PORT` is found if not given. */
  settings: Record<string, string>;
  /** What it prints is added to this file. Otherwise it is kept, for `output`. */
  logFile?: string;
  /** Options of Node itself. */
  nodeOptions?: string[];
  /** Instead of the built server. */
  command?: [program: string, ...args: string[]] | undefined;
  /** Where it was built, if not here. */
  folder?: string;
  /** A process group of its own, so that a signal can reach all its processes, as Ctrl-C does. */
  ownGroup?: boolean;
}

export interface ServerProcess {
  process: ChildProcess;
  pid: number;
  port: number;
  /** `http://127.0.0.1:…` */
  url: string;
  /** What it has printed so far, if there is no file for it. */
  output(): string;
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
  while (!(await isReady(server.url))) {
    const isLate = performance.now() > deadline;
    if (server.isRunning() && !isLate) {
      await wait(20);
      continue;
    }
    await server.kill();
    throw isLate
      ? new NotBegun(`the server was not ready after ${READY_WITHIN_MS / 1000} seconds`)
      : new Error(`the server did not start; see ${options.logFile ?? server.output()}`);
  }
  return server;
}

/** Starts the built server, and returns at once. */
export async function spawnServer(options: ServerOptions): Promise<ServerProcess> {
  const { settings, logFile, nodeOptions = [], folder = projectRoot, ownGroup = false } = options;
  const [program, ...args] = options.command ?? [process.execPath, "dist/server/app/main.js"];
  const port = Number(settings.PORT ?? (await freePort()));
  // Empty values keep a developer's own .env out.
  const unset = Object.fromEntries(Object.keys(allSettings.shape).map((name) => [name, ""]));
  const log = logFile === undefined ? "pipe" : openLog(logFile);
  const child = spawn(program, [...nodeOptions, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...unset, DEMO: "off", ...settings, PORT: String(port) },
    stdio: ["ignore", log, log],
    detached: ownGroup,
  });
  if (typeof log === "number") closeSync(log);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit").then(() => child.exitCode ?? child.signalCode ?? "");
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await ended;
  }
  const host = settings.HOST?.includes(":") ? `[${settings.HOST}]` : "127.0.0.1";
  return {
    process: child,
    pid: child.pid ?? 0,
    port,
    url: `http://${host}:${port}`,
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/** Opens a file for what a process prints, in a folder that need not be there. */
export function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, "a");
}

export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

// Below the ports that the system gives to outgoing connections, so that none of them is in the way.
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await Promise.race([
      once(probe, "listening").then(() => true),
      once(probe, "error").then(() => false),
    ]).catch(() => false);
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
