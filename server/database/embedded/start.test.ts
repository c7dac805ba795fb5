import { existsSync } from "node:fs";
import { chmod, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import {
  addData,
  cleanUp,
  emptyDir,
  expectData,
  IN_USE,
  query,
  setUpEmbeddedTests,
  start,
} from "../../testing/test-embedded.ts";
import { startEmbeddedPostgres } from "./start.ts";

setUpEmbeddedTests();

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

test("hands over what an operator left to the superuser", async () => {
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

test("lets one of two servers win that start at the same time", async () => {
  const directory = await emptyDir();
  const results = await Promise.allSettled([start(directory), start(directory)]);
  const winners = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const losses = results.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  expect(losses).toEqual([expect.objectContaining({ message: expect.stringMatching(IN_USE) })]);
  for (const winner of winners) await addData(winner);
});

test("puts the socket elsewhere when the path is too long for one", async () => {
  const longDir = join(await emptyDir(), "long-".repeat(25));
  const postgres = await start(longDir);
  const { host } = postgres.connection;
  cleanUp(() => postgres.stop().then(() => rm(host, { recursive: true })));
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

test("says what to do where PostgreSQL was installed without its links", async () => {
  const nativeDir = join(await emptyDir(), "native");
  await mkdir(nativeDir);
  const links = JSON.stringify([{ source: "lib/a.so.1", target: "nowhere/a.so" }]);
  await writeFile(join(nativeDir, "pg-symlinks.json"), links);
  const started = startEmbeddedPostgres({ dataDir: await emptyDir(), log() {}, nativeDir });
  await expect(started).rejects.toThrow(
    /^PostgreSQL in .* lacks links to its libraries, .* \(ENOENT\): run `npm ci` as the user/,
  );
});

test("creates nothing if it may not", async () => {
  const dataDir = join(await emptyDir(), "new");
  const started = startEmbeddedPostgres({ dataDir, log() {}, mayCreate: false });
  await expect(started).rejects.toThrow(`DATA_DIR: there is no database in ${dataDir}.`);
  expect(existsSync(dataDir)).toBe(false);
});

test("refuses data of another PostgreSQL version", async () => {
  const directory = await emptyDir();
  await mkdir(join(directory, "postgres"));
  await writeFile(join(directory, "postgres", "PG_VERSION"), "17\n");
  await expect(start(directory)).rejects.toThrow(
    /was written by PostgreSQL 17, and this is PostgreSQL 18\. .*npm run upgrade-postgres.* DATA_DIR/,
  );
});

test("finishes an upgrade that was killed before its last step", async () => {
  const directory = await emptyDir();
  const first = await start(directory);
  await addData(first);
  await first.stop();
  await rename(join(directory, "postgres"), join(directory, "postgres-upgraded"));

  await expectData(await start(directory));
});
