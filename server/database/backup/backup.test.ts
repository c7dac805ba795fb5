import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { fillDemo } from "../../demo/fill.ts";
import { afterFile } from "../../testing/after-file.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { connect, type Database } from "../connect.ts";
import { applyMigrations, listMigrations, migrate, pendingMigrations } from "../migrate.ts";
import { withOneConnection } from "../one-connection.ts";
import { type Count, nameOf } from "./format.ts";
import { readBackup, readHeader } from "./read.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

let directory: string;
/** A backup of a site with demo data, and the site. */
let file: string;
let site: { db: Database; connection: pg.PoolConfig };

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "backup-"));
  afterFile(() => rm(directory, { recursive: true }));
  const db = await createTestDatabase(null);
  await fillDemo(db, "demo1234");
  site = { db, connection: await connectionOf(db) };
  file = newFile();
  await writeBackup({ ...site, file });
});

async function connectionOf(db: Database): Promise<pg.PoolConfig> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { ...inject("postgres"), database: rows[0]?.name };
}

function newFile(): string {
  return path.join(directory, `${randomUUID()}.backup`);
}

/** Its settings must not matter: neither time limits, nor how values are shown. */
async function emptyDatabase(): Promise<pg.PoolConfig> {
  const server = inject("postgres");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${database}`);
  for (const setting of [
    "statement_timeout = '5s'",
    "datestyle = 'SQL, DMY'",
    "bytea_output = escape",
  ]) {
    await client.query(`alter database ${database} set ${setting}`);
  }
  await client.end();
  return { ...server, database };
}

function openDatabase(connection: pg.PoolConfig): Database {
  const db = connect({ connection, poolSize: 2, onLost: () => {} });
  afterFile(() => db.destroy());
  return db;
}

/** What each table of a backup adds up to. */
async function countsOf(backup: string): Promise<Record<string, Count>> {
  const counts: Record<string, Count> = {};
  for await (const part of readBackup(backup)) {
    if (part.kind === "count") counts[nameOf(part.table)] = part.count;
  }
  return counts;
}

/** Columns, constraints and indexes, as PostgreSQL describes them. */
async function describeSchema(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select c.oid::regclass::text as table,
      (select json_agg(format('%s %s %s %s', attname, atttypid::regtype, attnotnull, attgenerated) order by attname)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select json_agg(format('%s %s', conname, pg_get_constraintdef(oid)) order by conname)
        from pg_constraint where conrelid = c.oid) as constraints,
      (select json_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text)
        from pg_index where indrelid = c.oid and indisvalid) as indexes
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'identity') order by 1
  `.execute(db);
  return rows;
}

async function expectEmpty(connection: pg.PoolConfig): Promise<void> {
  expect(await describeSchema(openDatabase(connection))).toEqual([]);
}

it("brings every table back, with the same checksums and the same schema", async () => {
  const connection = await emptyDatabase();
  const restored = await restoreBackup(connection, file);
  expect(restored).toMatchObject({ leftOut: [], applied: [] });
  const again = newFile();
  await writeBackup({ connection, file: again });
  const counts = await countsOf(again);
  expect(counts).toEqual(await countsOf(file));
  expect(counts["public.votes"]?.rows).toBeGreaterThan(100);
  expect(counts["identity.account"]?.rows).toBeGreaterThan(10);
  const db = openDatabase(connection);
  expect(await describeSchema(db)).toEqual(await describeSchema(site.db));
  expect(await migrate(connection)).toEqual([]);
});

it("has all tables of the site but those that a crash empties", async () => {
  const { rows } = await sql<{ name: string }>`
    select nspname || '.' || relname as name
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind in ('r', 'p', 'S') and nspname in ('public', 'identity') and relpersistence <> 'u'
    order by 1
  `.execute(site.db);
  // Among them no sequence, whose state a backup would not have.
  expect(Object.keys(await countsOf(file)).sort()).toEqual(rows.map(({ name }) => name));
});

it("holds one moment, whatever is written meanwhile", async () => {
  const db = await createTestDatabase(null);
  await fillDemo(db, "demo1234");
  let isDone = false;
  const backup = newFile();
  // Always into two tables that are read at different times.
  const write = () =>
    db.transaction().execute(async (trx) => {
      await sql`insert into identity.used_proofs values (${randomUUID()}, now())`.execute(trx);
      await sql`insert into contact_messages (id, name, email, message)
        values (${randomUUID()}, 'n', 'e', 'm')`.execute(trx);
    });
  await write();
  const writing = (async () => {
    while (!isDone) await write();
  })();
  await writeBackup({ connection: await connectionOf(db), file: backup });
  isDone = true;
  await writing;
  const counts = await countsOf(backup);
  expect(counts["identity.used_proofs"]?.rows).toBeGreaterThan(0);
  expect(counts["identity.used_proofs"]?.rows).toBe(counts["public.contact_messages"]?.rows);
});

it("writes a file for its owner alone, leaves no draft and overwrites nothing", async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(writeBackup({ ...site, file })).rejects.toThrow(/exists already/);
  const there = newFile();
  const nowhere = path.join(directory, "missing", "x.backup");
  await expect(writeBackup({ ...site, file: nowhere })).rejects.toThrow(/is its directory there/);
  const signal = AbortSignal.abort();
  await expect(writeBackup({ ...site, file: there, signal })).rejects.toThrow("was stopped");
  expect((await readdir(directory)).filter((name) => name.includes("partial"))).toEqual([]);
});

it("has nothing to back up in an empty database", async () => {
  const connection = await emptyDatabase();
  await expect(writeBackup({ connection, file: newFile() })).rejects.toThrow(/nothing to back up/);
});

describe("refuses", () => {
  let connection: pg.PoolConfig;

  beforeAll(async () => {
    connection = await emptyDatabase();
  });

  async function refuses(bytes: Buffer | string, reason: RegExp): Promise<void> {
    const bad = newFile();
    await writeFile(bad, bytes);
    await expect(restoreBackup(connection, bad)).rejects.toThrow(reason);
    await expectEmpty(connection);
  }

  it("a file that is cut short, anywhere", async () => {
    const bytes = await readFile(file);
    for (const left of [0.2, 0.5, 0.99]) {
      await refuses(bytes.subarray(0, bytes.length * left), /damaged: it is cut short/);
    }
    await refuses(bytes.subarray(0, -1), /damaged: it is cut short/);
  });

  it("a file with a flipped byte, and one with more bytes", async () => {
    const { line } = await readHeader(file);
    const bytes = await readFile(file);
    for (const place of [20, line.length - 20, line.length, line.length + 1_000, -1, -2, -40]) {
      const bad = Buffer.from(bytes);
      const at = place < 0 ? bad.length + place : place;
      bad.writeUInt8(bad.readUInt8(at) ^ 1, at);
      await refuses(bad, /damaged|no backup|newer version/);
    }
    await refuses(Buffer.concat([bytes, Buffer.from("x")]), /damaged: there is something after/);
  });

  it("a file that is not ours", async () => {
    await refuses("", /no backup of this site/);
    await refuses("{}\nsomething", /no backup of this site/);
    await refuses(Buffer.alloc(2_000_000), /no backup of this site/);
    await expect(restoreBackup(connection, directory)).rejects.toThrow(/no backup of this site/);
    await expect(restoreBackup(connection, newFile())).rejects.toThrow(/can't be read/);
  });

  it("a backup of a newer version, of its format or of its database", async () => {
    const { header, line } = await readHeader(file);
    const rest = (await readFile(file)).subarray(line.length);
    const newer = Buffer.from(`${JSON.stringify({ ...header, version: 2, more: [] })}\n`);
    await refuses(Buffer.concat([newer, rest]), /newer version of this site; restore with that/);

    const db = await createTestDatabase(null);
    await sql`insert into migrations (name) values ('999-from-the-future.sql')`.execute(db);
    const future = newFile();
    await writeBackup({ connection: await connectionOf(db), file: future });
    await refuses(await readFile(future), /newer version .* migration 999-from-the-future\.sql/);
  });

  it("a database that is not empty", async () => {
    await expect(restoreBackup(site.connection, file)).rejects.toThrow(
      /^The database is not empty: it has \d+ tables, .* among them\. Set DATA_DIR .*$/,
    );
  });

  it("rows that don't fit together, and leaves the database empty", async () => {
    const db = await createTestDatabase(null);
    await sql`alter table surveys drop constraint surveys_surveyor_id_fkey`.execute(db);
    await sql`insert into surveys (title, description, category, question, surveyor_id)
      values ('t', 'd', 'politics', 'q', ${randomUUID()})`.execute(db);
    const bad = newFile();
    await writeBackup({ connection: await connectionOf(db), file: bad });
    await expect(restoreBackup(connection, bad)).rejects.toThrow(/surveys_surveyor_id_fkey/);
    await expectEmpty(connection);
  });
});

it("brings a backup of an older version up to date, and leaves out what isn't the site's", async () => {
  const all = await listMigrations();
  const older = all.filter((name) => name < "015");
  const before = await emptyDatabase();
  const surveyId = randomUUID();
  await withOneConnection(before, async (client, db) => {
    await pendingMigrations(db);
    await applyMigrations(db, older);
    const { rows } = await client.query<{ id: string }>(
      "insert into users (email, username) values ('a@example.org', $1) returning id",
      ['tab\t, line\nand \\back\\slash " ü 🗳'],
    );
    await client.query(
      `insert into surveys (id, title, description, category, question, surveyor_id)
       values ($1, 't', 'd', 'politics', 'q', $2)`,
      [surveyId, rows[0]?.id],
    );
    await client.query("insert into payment_intents (user_id, gateway) values ($1, 'stripe')", [
      rows[0]?.id,
    ]);
    await client.query("create table operators_own (id int); insert into operators_own values (1)");
  });
  const old = newFile();
  await writeBackup({ connection: before, file: old });

  const connection = await emptyDatabase();
  const restored = await restoreBackup(connection, old);
  expect(restored.leftOut).toEqual(["public.operators_own"]);
  expect(restored.applied).toEqual(all.filter((name) => name >= "015"));
  const db = openDatabase(connection);
  expect(await describeSchema(db)).toEqual(await describeSchema(site.db));
  const { username } = await db.selectFrom("users").select("username").executeTakeFirstOrThrow();
  expect(username).toBe('tab\t, line\nand \\back\\slash " ü 🗳');
  expect(await db.selectFrom("payment_attempts").select("gateway").execute()).toEqual([
    { gateway: "stripe" },
  ]);
});
