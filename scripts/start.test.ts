import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import {
  type BuiltServer,
  PATIENCE,
  signalAll,
  spawnBuilt,
  startBuilt,
} from "../server/testing/built-server.ts";

// What `npm start` has started ends with it, however that happens.

vi.setConfig({ testTimeout: 180_000 });

beforeAll(async () => {
  // Otherwise `npm start` would install and build, and remove what other tests are running.
  const { isBuilt, isInstalled } = await import(path.join(import.meta.dirname, "set-up.mjs"));
  if (!isInstalled() || !isBuilt()) throw new Error("First run `npm ci` and `npm run build`.");
});

it("leaves nothing behind, however it is ended, and starts again", async () => {
  const site = await newSite();
  for (const [settings, end] of [
    [{}, (server: BuiltServer) => server.process.kill("SIGTERM")],
    // npm can't pass this one on.
    [{}, (server: BuiltServer) => server.process.kill("SIGKILL")],
    // Ctrl-C: every process gets it from the terminal, and the server once more from npm.
    [{ WORKERS: "2" }, (server: BuiltServer) => signalAll(server, "SIGINT")],
    // The terminal is closed.
    [{}, (server: BuiltServer) => signalAll(server, "SIGHUP")],
  ] as const) {
    const server = await startBuilt({ ...site, ...settings }, ["npm", "start"]);
    const processes = findProcesses(server, site);
    end(server);
    await expectEnd(processes);
  }
});

it("leaves nothing behind if it is stopped while it starts", async () => {
  const site = await newSite();
  const server = await spawnBuilt(site, ["npm", "start"]);
  await vi.waitFor(() => expect(existsSync(lockOf(site))).toBe(true), PATIENCE);
  const postgres = postgresOf(site);
  server.process.kill("SIGTERM");
  await expectEnd([server.process.pid, postgres]);
  expect(server.output()).not.toContain("is ready at");
});

type Site = { DATA_DIR: string; DEMO: string };

async function newSite(): Promise<Site> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-start-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { DATA_DIR: directory, DEMO: "off" };
}

const lockOf = ({ DATA_DIR }: Site) => path.join(DATA_DIR, "postgres/postmaster.pid");

/** The ids of npm, the server with its workers, and PostgreSQL. */
function findProcesses({ process: npm }: BuiltServer, site: Site): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,pgid="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const ownGroup = all.filter(([, group]) => group === npm.pid).map(([pid]) => pid);
  expect(ownGroup.length).toBeGreaterThanOrEqual(2);
  return [...ownGroup, postgresOf(site)];
}

function postgresOf(site: Site): number {
  return Number.parseInt(readFileSync(lockOf(site), "utf8"), 10);
}

async function expectEnd(processes: (number | undefined)[]): Promise<void> {
  await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), PATIENCE);
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
