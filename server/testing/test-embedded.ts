import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../database/embedded/start.ts";

export const SETTINGS = { fsync: "off", shared_buffers: "16MB" };
export const IN_USE =
  /^Another server is already using the data directory .* set DATA_DIR to another/;

let steps: (() => unknown)[] = [];

/** Runs after the test, the last step first. */
export function cleanUp(step: () => unknown): void {
  steps.push(step);
}

/**
 * Cleans up after each test of a file. Called by each file, because files that run in one worker load
 * this module only once.
 */
export function setUpEmbeddedTests(): void {
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const step of steps.reverse()) await step();
    steps = [];
  });
}

export async function emptyDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "embedded-"));
  cleanUp(() => rm(directory, { recursive: true }));
  return directory;
}

export async function start(
  dataDir: string,
  log: (message: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS });
  cleanUp(() => postgres.stop());
  return postgres;
}

export async function query({ connection }: EmbeddedPostgres, sql: string, user = connection.user) {
  const client = new pg.Client({ ...connection, user, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function addData(postgres: EmbeddedPostgres): Promise<void> {
  await query(postgres, "create table kept as select 42 as answer");
}

export async function expectData(postgres: EmbeddedPostgres): Promise<void> {
  expect(await query(postgres, "select answer from kept")).toEqual([{ answer: 42 }]);
}

export async function expectDataSoon(postgres: EmbeddedPostgres): Promise<void> {
  await vi.waitFor(() => expectData(postgres));
}

export function pidFile(dataDir: string): string {
  return join(dataDir, "postgres", "postmaster.pid");
}

export async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(pidFile(dataDir), "utf8"), 10);
}

export function startNode(script: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...args], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUp(() => child.kill("SIGKILL"));
  return child;
}
