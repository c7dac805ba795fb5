import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  addData,
  cleanUp,
  expectData,
  expectDataSoon,
  IN_USE,
  pidFile,
  query,
  SETTINGS,
  serverPid,
  setUpEmbeddedTests,
  start,
  startNode,
} from "../../testing/test-embedded.ts";
import { startEmbeddedPostgres } from "./start.ts";

setUpEmbeddedTests();

/** A data directory with one row, which the tests look for after each failure. */
let usedDir: string;

beforeAll(async () => {
  usedDir = await mkdtemp(join(tmpdir(), "embedded-"));
  const postgres = await start(usedDir);
  await addData(postgres);
  await postgres.stop();
});

afterAll(() => rm(usedDir, { recursive: true }));

test("keeps its data through a stop, which may be asked for twice", async () => {
  const first = await start(usedDir);
  await Promise.all([first.stop(), first.stop()]);
  await expect(readFile(pidFile(usedDir))).rejects.toThrow("ENOENT");

  await expectData(await start(usedDir));
});

test("keeps a second server off the directory", async () => {
  const first = await start(usedDir);
  await expect(start(usedDir)).rejects.toThrow(IN_USE);
  await expectData(first);
});

test("adopts the PostgreSQL of a server that was killed", async () => {
  const killed = startNode(
    `import { runnerImport } from "vite";
     const [file, dataDir, settings] = process.argv.slice(1);
     const { module } = await runnerImport(file);
     await module.startEmbeddedPostgres({ dataDir, log() {}, settings: JSON.parse(settings) });
     process.stdout.write("ready");`,
    join(import.meta.dirname, "start.ts"),
    usedDir,
    JSON.stringify(SETTINGS),
  );
  if (killed.stdout) expect(String(await once(killed.stdout, "data"))).toBe("ready");
  const pid = await serverPid(usedDir);
  killed.kill("SIGKILL");

  const heir = await start(usedDir);
  expect(await serverPid(usedDir)).toBe(pid);
  await expectData(heir);
  await heir.stop();
  await expect(readFile(pidFile(usedDir))).rejects.toThrow("ENOENT");
});

test("starts PostgreSQL again when it is killed", async () => {
  const log = vi.fn();
  const postgres = await start(usedDir, log);
  const pid = await serverPid(usedDir);
  process.kill(pid, "SIGKILL");

  await expectDataSoon(postgres);
  expect(await serverPid(usedDir)).not.toBe(pid);
  expect(log).toHaveBeenCalledWith("PostgreSQL has gone away; starting it again.");
});

test("starts PostgreSQL again when somebody else asks it to stop", async () => {
  const postgres = await start(usedDir);
  process.kill(await serverPid(usedDir), "SIGTERM");
  await vi.waitFor(() => expect(query(postgres, "select 1")).rejects.toThrow("shutting down"));

  await expectDataSoon(postgres);
});

test("stops for good, even in the middle of starting again", async () => {
  const log = vi.fn();
  const postgres = await start(usedDir, log);
  process.kill(await serverPid(usedDir), "SIGKILL");
  await vi.waitFor(() => expect(log).toHaveBeenCalled());
  await postgres.stop();
  await expect(query(postgres, "select 1")).rejects.toThrow(/ENOENT|ECONNREFUSED/);
});

test("is not stopped by lock files whose process id now belongs to another program", async () => {
  const postgres = await start(usedDir);
  const locks = [pidFile(usedDir), join(postgres.connection.host, ".s.PGSQL.5432.lock")];
  const contents = await Promise.all(locks.map((file) => readFile(file, "utf8")));
  await postgres.stop();
  const stranger = startNode("setInterval(() => {}, 1000)");
  for (const [index, file] of locks.entries()) {
    await writeFile(file, String(contents[index]).replace(/^\d+/, String(stranger.pid)));
  }

  await expectData(await start(usedDir));
  expect(stranger.exitCode).toBeNull();
});

test("keeps the log of a running PostgreSQL short", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  cleanUp(() => vi.useRealTimers());
  const log = join(usedDir, "postgres.log");
  const postgres = await start(usedDir);
  await appendFile(log, `${"x".repeat(99)}\n`.repeat(60_000));
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(async () => expect((await stat(log)).size).toBeLessThan(1_000));
  expect((await stat(`${log}.1`)).size).toBe(5 * 1024 * 1024);

  // It writes on where the log ends now, not where it ended before.
  process.kill(await serverPid(usedDir), "SIGHUP");
  await vi.waitFor(async () => expect(await readFile(log, "utf8")).toMatch(/^\d.*SIGHUP/));
  await expectData(postgres);
});

test("says in one line why PostgreSQL does not start", async () => {
  const settings = { ...SETTINGS, shared_buffers: "plenty" };
  await expect(startEmbeddedPostgres({ dataDir: usedDir, log() {}, settings })).rejects.toThrow(
    /^PostgreSQL did not start in .*: invalid value for parameter "shared_buffers": "plenty"$/,
  );
});
