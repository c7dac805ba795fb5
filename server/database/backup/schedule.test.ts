import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { Registry } from "prom-client";
import { beforeAll, beforeEach, expect, inject, it, vi } from "vitest";
import { afterFile } from "../../testing/after-file.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { backupName, UNFINISHED } from "./folder.ts";
import { backUpIfDue, registerBackupMetric, startBackups } from "./schedule.ts";
import { writeBackup } from "./write.ts";

const HOUR_MS = 3_600_000;
let connection: pg.PoolConfig;
let directory: string;

beforeAll(async () => {
  const db = await createTestDatabase(null);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  connection = { ...inject("postgres"), database: rows[0]?.name };
});

beforeEach(async () => {
  const fresh = await mkdtemp(path.join(tmpdir(), "backups-"));
  afterFile(() => rm(fresh, { recursive: true }));
  directory = fresh;
});

const log = { info: vi.fn(), error: vi.fn() };
const deps = (more = {}) => ({
  connection,
  directory,
  hours: 24,
  keep: 2,
  log,
  write: writeBackup,
  ...more,
});

const hoursAgo = (hours: number) => backupName(new Date(Date.now() - hours * HOUR_MS));

async function addFiles(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(path.join(directory, name), "");
}

it("writes a backup when the newest is old enough, and keeps as many as it should", async () => {
  const newest = hoursAgo(25);
  await addFiles(hoursAgo(72), hoursAgo(48), newest, "survey-notes.txt", "other.backup");
  await addFiles(`${hoursAgo(30)}.x${UNFINISHED}`);
  expect(await backUpIfDue(deps())).toBe(true);
  expect(await backUpIfDue(deps())).toBe(false);
  const names = (await readdir(directory)).sort();
  expect(names).toHaveLength(4);
  expect(names.slice(0, 2)).toEqual(["other.backup", newest]);
  expect(names.at(-1)).toBe("survey-notes.txt");
});

it("leaves the rest to the one server that is writing", async () => {
  const written = await Promise.all(Array.from({ length: 3 }, () => backUpIfDue(deps())));
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await readdir(directory)).toHaveLength(1);
});

it("keeps earlier backups when one fails, and says why", async () => {
  await addFiles(hoursAgo(50), hoursAgo(49), hoursAgo(48));
  const write = vi.fn().mockRejectedValue(new Error("The disk is full."));
  const stop = startBackups(deps({ write }));
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  await stop();
  expect(log.error.mock.lastCall?.[1]).toMatch(
    /^No backup was written to .*: The disk is full\. Earlier ones are kept; the next try is in an hour\.$/,
  );
  expect(await readdir(directory)).toHaveLength(3);
});

it("stops the backup that is being written when the server stops", async () => {
  const write = vi.fn(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  );
  const stop = startBackups(deps({ write }));
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), { timeout: 10_000 });
  await stop();
});

it("shows when the newest backup was begun", async () => {
  const registry = new Registry();
  registerBackupMetric(registry, directory);
  const name = "backup_last_success_timestamp_seconds";
  expect(await registry.getSingleMetricAsString(name)).toContain(`${name} 0`);
  await addFiles("survey-2026-11-16T09-30-00Z.backup", "survey-2026-11-15T09-30-00Z.backup");
  expect(await registry.getSingleMetricAsString(name)).toContain(`${name} 1794821400`);
});
