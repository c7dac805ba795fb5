import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { Registry } from "prom-client";
import { beforeAll, beforeEach, expect, inject, it, onTestFinished, vi } from "vitest";
import { createEvery } from "../../process/every.ts";
import { afterFile } from "../../testing/after-file.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { copyElsewhere } from "./copy.ts";
import { backupName, markCopied, UNFINISHED } from "./folder.ts";
import { backUpIfDue, copyIfDue, registerBackupMetrics, startBackups } from "./schedule.ts";
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
  vi.clearAllMocks();
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
  command: undefined,
  log,
  write: writeBackup,
  ...more,
});

function start(given: ReturnType<typeof deps>): () => Promise<void> {
  const readOnlyUntil = async () => new Date();
  const { every, stop } = createEvery({ log: console, registry: new Registry(), readOnlyUntil });
  startBackups(given, every);
  return stop;
}

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

it("goes on when a file is dated ahead of now, which neither counts nor is removed", async () => {
  const ahead = [hoursAgo(-24 * 365), hoursAgo(-1), "survey-2026-02-31T09-30-00Z.backup"];
  const [older, newer] = [hoursAgo(50), hoursAgo(26)];
  await addFiles(...ahead, `${ahead[0]}.copied`, older, newer);
  const registry = new Registry();
  registerBackupMetrics(registry, { directory, command: "/bin/true" });
  const copied = "backup_last_copied_timestamp_seconds";
  expect(await registry.getSingleMetricAsString(copied)).toContain(`${copied} 0`);
  expect(await backUpIfDue(deps())).toBe(true);
  expect(log.error.mock.lastCall).toEqual([
    { misdated: ahead.toSorted() },
    expect.stringMatching(/^3 backups in .* have a date ahead of now, or none: .*a clock wrong\?$/),
  ]);
  expect(await backUpIfDue(deps())).toBe(false);
  const names = await readdir(directory);
  expect(names).toEqual(expect.arrayContaining([...ahead, newer]));
  expect(names).not.toContain(older);
  const command = await addProgram('touch "$1.elsewhere"');
  await copyIfDue(deps({ command }), never);
  expect((await readdir(directory)).filter((name) => name.endsWith(".elsewhere"))).not.toContain(
    `${ahead[0]}.elsewhere`,
  );
  const written = "backup_last_success_timestamp_seconds";
  const shown = await registry.getSingleMetricAsString(written);
  const seconds = Number(shown.split(" ").at(-1));
  expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(120);
});

it("counts one that a server with a slightly faster clock has just written", async () => {
  await addFiles(backupName(new Date(Date.now() + 30_000)));
  expect(await backUpIfDue(deps())).toBe(false);
});

it("leaves the rest to the one server that is writing", async () => {
  const written = await Promise.all(Array.from({ length: 3 }, () => backUpIfDue(deps())));
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await readdir(directory)).toHaveLength(1);
});

it("keeps earlier backups when one fails, and says why", async () => {
  await addFiles(hoursAgo(50), hoursAgo(49), hoursAgo(48));
  const write = vi.fn().mockRejectedValue(new Error("The disk is full."));
  const stop = start(deps({ write }));
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(1));
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
  const stop = start(deps({ write }));
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  await stop();
});

it("shows when the newest backup was begun, and the newest that was copied", async () => {
  const registry = new Registry();
  registerBackupMetrics(registry, { directory, command: "/bin/true" });
  const written = "backup_last_success_timestamp_seconds";
  const copied = "backup_last_copied_timestamp_seconds";
  const show = (name: string) => registry.getSingleMetricAsString(name);
  expect(await show(written)).toContain(`${written} 0`);
  expect(await show(copied)).toContain(`${copied} 0`);
  const [newest, before] = [
    "survey-2026-11-16T09-30-00Z.backup",
    "survey-2026-11-15T09-30-00Z.backup",
  ];
  await addFiles(newest, before);
  await markCopied(path.join(directory, before));
  expect(await show(written)).toContain(`${written} 1794821400`);
  expect(await show(copied)).toContain(`${copied} ${1794821400 - 24 * 3_600}`);
});

/** A program that an operator may have written. */
async function addProgram(text: string): Promise<string> {
  const file = path.join(directory, "copy backup; rm -rf x");
  await writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o700 });
  return file;
}

const never = new AbortController().signal;

it("has the newest backup copied once, without a shell and without the site's secrets", async () => {
  const newest = hoursAgo(1);
  await addFiles(newest, hoursAgo(25));
  const command = await addProgram(
    'cp "$1" "$1.elsewhere" && env > "$1.env" && echo "$#" >> "$1.calls"',
  );
  vi.stubEnv("APP_SECRET", "not for programs");
  onTestFinished(() => void vi.unstubAllEnvs());
  await copyIfDue(deps({ command }), never);
  await copyIfDue(deps({ command }), never);
  const read = (end: string) => readFile(path.join(directory, newest + end), "utf8");
  expect(await read(".elsewhere")).toBe("");
  expect(await read(".calls")).toBe("1\n");
  expect(await read(".env")).not.toContain("not for programs");
  expect(log.info.mock.lastCall?.[1]).toBe("backup copied");
});

it("says why a backup was not copied, and tries again", async () => {
  await addFiles(hoursAgo(1));
  const command = await addProgram("echo 'no such bucket' >&2; exit 3");
  const stop = start(deps({ command }));
  await vi.waitFor(() =>
    expect(log.error.mock.lastCall?.[1]).toMatch(
      /^The newest backup was not copied: .* ended with 3 \(no such bucket\)\. The next try is in an hour\.$/,
    ),
  );
  await stop();
  await copyIfDue(deps({ command: await addProgram("exit 0") }), never);
  await addFiles(hoursAgo(0));
  await expect(copyIfDue(deps({ command: "/nowhere" }), never)).rejects.toThrow(
    "/nowhere can't be run (ENOENT).",
  );
});

it("ends the program and what it has started when the server stops or time is up", async () => {
  await addFiles(hoursAgo(1));
  const command = await addProgram('sleep 600 & echo $! > "$(dirname "$1")/pid"; wait');
  const readPid = () => readFile(path.join(directory, "pid"), "utf8");
  // One that has ended is listed until its parent asks for it, which in a container may be never.
  const isRunning = async (pid: string) =>
    /^State:\s+[^Z]/m.test(await readFile(`/proc/${pid.trim()}/status`, "utf8").catch(() => ""));
  const stopping = new AbortController();
  const copying = copyIfDue(deps({ command }), stopping.signal);
  copying.catch(() => {});
  const pid = await vi.waitFor(async () => {
    const found = await readPid();
    expect(found).toMatch(/\d\n/);
    return found;
  });
  stopping.abort();
  await expect(copying).rejects.toThrow(/ended with SIGKILL/);
  await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false));
  const file = path.join(directory, hoursAgo(1));
  const late = copyElsewhere({ command, file, limitMs: 100, signal: never });
  await expect(late).rejects.toThrow(/took too long/);
});

it("forgets that a backup was copied together with the backup", async () => {
  const old = hoursAgo(72);
  await addFiles(old, hoursAgo(48), hoursAgo(25));
  await markCopied(path.join(directory, old));
  await backUpIfDue(deps());
  expect((await readdir(directory)).filter((name) => name.startsWith(old))).toEqual([]);
});
