import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const SETTINGS = { fsync: "off", shared_buffers: "16MB" };
const IN_USE = /^Another server is already using the data directory .* set DATA_DIR to another/;

/** A data directory with one row, which the tests look for after each failure. */
let usedDir: string;
let cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  usedDir = await mkdtemp(join(tmpdir(), "embedded-"));
  const postgres = await start(usedDir);
  await addData(postgres);
  await postgres.stop();
});

afterAll(() => rm(usedDir, { recursive: true }));

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const step of cleanUp.reverse()) await step();
  cleanUp = [];
});

async function emptyDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "embedded-"));
  cleanUp.push(() => rm(directory, { recursive: true }));
  return directory;
}

async function start(
  dataDir: string,
  log: (message: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS });
  cleanUp.push(() => postgres.stop());
  return postgres;
}

async function query({ connection }: EmbeddedPostgres, sql: string, user = connection.user) {
  const client = new pg.Client({ ...connection, user, connectionTimeoutMillis: 1_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function addData(postgres: EmbeddedPostgres): Promise<void> {
  await query(postgres, "create table kept as select 42 as answer");
}

async function expectData(postgres: EmbeddedPostgres): Promise<void> {
  expect(await query(postgres, "select answer from kept")).toEqual([{ answer: 42 }]);
}

async function expectDataSoon(postgres: EmbeddedPostgres): Promise<void> {
  await vi.waitFor(() => expectData(postgres), { timeout: 20_000, interval: 50 });
}

function pidFile(dataDir: string): string {
  return join(dataDir, "postgres", "postmaster.pid");
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(pidFile(usedDir), "utf8"), 10);
}

function startNode(script: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...args], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUp.push(() => child.kill("SIGKILL"));
  return child;
}

test("starts on an empty directory that only its owner can enter", async () => {
  const privateDir = await emptyDir();
  await chmod(privateDir, 0o700);
  const directory = join(privateDir, 'an odd, "quoted" name');
  const postgres = await start(directory);
  expect(
    await query(
      postgres,
      `select current_user::text as user, current_database()::text as database,
         current_setting('server_encoding') as encoding, current_setting('listen_addresses') as tcp,
         lower('ÄÖÜ') as lower`,
    ),
  ).toEqual([{ user: "survey_app", database: "survey", encoding: "UTF8", tcp: "", lower: "äöü" }]);
  expect(postgres.connection.host).toBe(join(directory, "socket"));
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700);
});

test("lets the product do what it needs, and nothing to the machine", async () => {
  const postgres = await start(await emptyDir());
  await query(
    postgres,
    `create schema apart; create table apart.things (id int);
     create function nothing() returns trigger language plpgsql as 'begin return null; end';
     create trigger t after insert on apart.things execute function nothing();
     drop schema apart cascade`,
  );
  for (const beyond of [
    "create role intruder superuser",
    "alter role survey_app superuser",
    "set role survey",
    "set session authorization survey",
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    "select lo_import('/etc/passwd')",
    "alter system set log_statement = 'all'",
    "create extension dblink",
    "create database another",
  ]) {
    await expect(query(postgres, beyond), beyond).rejects.toThrow(
      /permission denied|must be|Only roles|cannot/i,
    );
  }
});

test("hands over what an earlier version or an operator left to the superuser", async () => {
  const directory = await emptyDir();
  const before = await start(directory);
  const superuser = (sql: string) => query(before, sql, "survey");
  await superuser(`alter database survey owner to survey;
    create schema identity; create table identity.session as select 1 as id;
    create table kept as select 42 as answer; create index on kept (answer);
    create view seen as select * from kept; create type mood as enum ('good');
    create function nothing() returns int language sql as 'select 1';
    alter role survey_app superuser`);
  await before.stop();

  const postgres = await start(directory);
  await expectData(postgres);
  await query(
    postgres,
    `alter table kept add column more int; alter table identity.session add column more int;
     create or replace view seen as select answer from kept;
     create or replace function nothing() returns int language sql as 'select 2';
     alter type mood add value 'better';
     create table identity.account (id int); drop schema identity cascade`,
  );
  expect(
    await query(postgres, "select rolsuper from pg_roles where rolname = current_user"),
  ).toEqual([{ rolsuper: false }]);
});

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

test("lets one of two servers win that start at the same time", async () => {
  const directory = await emptyDir();
  const results = await Promise.allSettled([start(directory), start(directory)]);
  const winners = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const losses = results.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  expect(losses).toEqual([expect.objectContaining({ message: expect.stringMatching(IN_USE) })]);
  for (const winner of winners) await addData(winner);
});

test("adopts the PostgreSQL of a server that was killed", async () => {
  const killed = startNode(
    `import { runnerImport } from "vite";
     const [file, dataDir, settings] = process.argv.slice(1);
     const { module } = await runnerImport(file);
     await module.startEmbeddedPostgres({ dataDir, log() {}, settings: JSON.parse(settings) });
     process.stdout.write("ready");`,
    join(import.meta.dirname, "embedded.ts"),
    usedDir,
    JSON.stringify(SETTINGS),
  );
  if (killed.stdout) expect(String(await once(killed.stdout, "data"))).toBe("ready");
  const pid = await serverPid();
  killed.kill("SIGKILL");

  const heir = await start(usedDir);
  expect(await serverPid()).toBe(pid);
  await expectData(heir);
  await heir.stop();
  await expect(readFile(pidFile(usedDir))).rejects.toThrow("ENOENT");
});

test("starts PostgreSQL again when it is killed", async () => {
  const log = vi.fn();
  const postgres = await start(usedDir, log);
  const pid = await serverPid();
  process.kill(pid, "SIGKILL");

  await expectDataSoon(postgres);
  expect(await serverPid()).not.toBe(pid);
  expect(log).toHaveBeenCalledWith("PostgreSQL has gone away; starting it again.");
});

test("starts PostgreSQL again when somebody else asks it to stop", async () => {
  const postgres = await start(usedDir);
  process.kill(await serverPid(), "SIGTERM");
  await vi.waitFor(() => expect(query(postgres, "select 1")).rejects.toThrow("shutting down"));

  await expectDataSoon(postgres);
});

test("stops for good, even in the middle of starting again", async () => {
  const log = vi.fn();
  const postgres = await start(usedDir, log);
  process.kill(await serverPid(), "SIGKILL");
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

test("puts the socket elsewhere when the path is too long for one", async () => {
  const longDir = join(await emptyDir(), "long-".repeat(25));
  const postgres = await start(longDir);
  const { host } = postgres.connection;
  cleanUp.push(() => postgres.stop().then(() => rm(host, { recursive: true })));
  expect(host.startsWith(join(tmpdir(), "survey-"))).toBe(true);
  await addData(postgres);
});

// Containers forbid `unshare`, so root needs a substitute; other users run as themselves.
test.each(["700", "755"])("runs without unshare below a directory of mode %s", async (mode) => {
  const directory = await emptyDir();
  await chmod(directory, mode);
  const programs = join(directory, "programs");
  await mkdir(programs);
  await writeFile(join(programs, "unshare"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  if (process.getuid?.() === 0) vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
  const first = await start(directory);
  await addData(first);
  await first.stop();

  vi.unstubAllEnvs();
  await expectData(await start(directory));
});

test("refuses data of another PostgreSQL version", async () => {
  const directory = await emptyDir();
  await mkdir(join(directory, "postgres"));
  await writeFile(join(directory, "postgres", "PG_VERSION"), "17\n");
  await expect(start(directory)).rejects.toThrow(
    /was written by PostgreSQL 17, and this is PostgreSQL 18\. .* DATA_DIR/,
  );
});

test("says in one line why PostgreSQL does not start", async () => {
  const settings = { ...SETTINGS, shared_buffers: "plenty" };
  await expect(startEmbeddedPostgres({ dataDir: usedDir, log() {}, settings })).rejects.toThrow(
    /^PostgreSQL did not start in .*: invalid value for parameter "shared_buffers": "plenty"$/,
  );
});
