import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/test-app.ts";
import {
  checkAndRestore,
  connectionOf,
  createFileNames,
  emptyDatabase,
  expectEmpty,
} from "../../testing/test-backups.ts";
import { readHeader } from "./read.ts";
import { writeBackup } from "./write.ts";

let newFile: () => string;
let file: string;
let occupied: pg.PoolConfig;
let connection: pg.PoolConfig;

beforeAll(async () => {
  newFile = await createFileNames();
  const db = await createTestDatabase(null);
  await sql`insert into users (email, username)
    select n || '@example.org', repeat(md5(n::text), 20) from generate_series(1, 200) as n`.execute(
    db,
  );
  occupied = await connectionOf(db);
  file = newFile();
  await writeBackup({ connection: occupied, file });
  connection = await emptyDatabase();
});

async function refuses(bytes: Buffer | string, reason: RegExp): Promise<void> {
  const bad = newFile();
  await writeFile(bad, bytes);
  await expect(checkAndRestore(connection, bad)).rejects.toThrow(reason);
  await expectEmpty(connection);
}

it("refuses a file that is cut short, anywhere", async () => {
  const bytes = await readFile(file);
  for (const left of [0.2, 0.5, 0.99]) {
    await refuses(bytes.subarray(0, bytes.length * left), /damaged: it is cut short/);
  }
  await refuses(bytes.subarray(0, -1), /damaged: it is cut short/);
});

it("refuses a file with a flipped byte, and one with more bytes", async () => {
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

it("refuses a file that is not ours", async () => {
  await refuses("", /no backup of this site/);
  await refuses("{}\nsomething", /no backup of this site/);
  await refuses(Buffer.alloc(2_000_000), /no backup of this site/);
  await expect(checkAndRestore(connection, path.dirname(file))).rejects.toThrow(
    /no backup of this site/,
  );
  await expect(checkAndRestore(connection, newFile())).rejects.toThrow(/can't be read/);
});

it("refuses a backup of a newer version, of its format or of its database", async () => {
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

it("refuses a database that is not empty", async () => {
  await expect(checkAndRestore(occupied, file)).rejects.toThrow(
    /^The database is not empty: it has \d+ tables, .* among them\. Set DATA_DIR .*$/,
  );
});

it("refuses rows that don't fit together, and leaves the database empty", async () => {
  const db = await createTestDatabase(null);
  await sql`alter table surveys drop constraint surveys_surveyor_id_fkey`.execute(db);
  await sql`insert into surveys (title, description, category, question, surveyor_id)
    values ('t', 'd', 'politics', 'q', ${randomUUID()})`.execute(db);
  const bad = newFile();
  await writeBackup({ connection: await connectionOf(db), file: bad });
  await expect(checkAndRestore(connection, bad)).rejects.toThrow(/surveys_surveyor_id_fkey/);
  await expectEmpty(connection);
});
