import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createBrotliCompress } from "node:zlib";
import { sql } from "kysely";
import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { explainFailure } from "../../app/start-failure.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import {
  type Content,
  checkAndRestore,
  connectionOf,
  createFileNames,
  emptyDatabase,
  expectEmpty,
  forge,
} from "../../testing/test-backups.ts";
import { lineOf } from "./format.ts";
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

it("refuses in one line a backup of a version before 1.0", async () => {
  const old = await forge(file, ({ header }) => {
    header.migrations = ["001-people-and-surveys.sql", "002-identity.sql"];
  });
  await refuses(old, /was written by a version of this site before 1\.0 and can't be restored\.$/);
});

it("soon refuses a small file that stands for very much text", async () => {
  const { line } = await readHeader(file);
  const table = lineOf({ schema: "public", table: "users", columns: ["id"] });
  const megabyte = Buffer.alloc(2 ** 20, "\n");
  const bytes = buffer(
    Readable.from(
      (function* () {
        yield table;
        for (let count = 0; count < 64; count += 1) yield megabyte;
      })(),
    ).pipe(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  );
  await refuses(
    Buffer.concat([line, await bytes]),
    /damaged: it has far more text than a backup of its size/,
  );
});

it("shows no character of a file that gives orders to a terminal", async () => {
  const forged = newFile();
  const name = "\u001b]0;owned\u0007\u202e\u2028.sql";
  await writeFile(forged, await forge(file, ({ header }) => header.migrations.push(name)));
  const shown = await checkAndRestore(connection, forged).catch(explainFailure);
  expect(shown).toContain("\\u{1b}]0;owned\\u{7}\\u{202e}\\u{2028}.sql");
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
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

function usersOf({ tables }: Content): Content["tables"][number] {
  const users = tables.find(({ table }) => table.table === "users");
  if (!users) throw new Error("The backup has no users.");
  return users;
}

const forgeries: Record<string, [change: (content: Content) => void, reason: RegExp]> = {
  "a column that there is not": [
    (content) => usersOf(content).table.columns.splice(0, 1, "nonsense"),
    /column "nonsense" of relation "users" does not exist/,
  ],
  "a column twice": [
    (content) => usersOf(content).table.columns.splice(1, 1, "id"),
    /column "id" specified more than once/,
  ],
  "a column less": [
    (content) => {
      const users = usersOf(content);
      users.table.columns.splice(1, 1);
      users.rows = users.rows.map((row) => row.split("\t").toSpliced(1, 1).join("\t"));
    },
    /violates .* \(COPY users, line 1\)\. Nothing was restored/,
  ],
  "a computed column": [
    (content) => {
      const users = usersOf(content);
      users.table.columns.push("search");
      users.rows = users.rows.map((row) => `${row}\tx`);
    },
    /column "search" is a generated column/,
  ],
  "a row with too few values": [(content) => usersOf(content).rows.push("x"), /missing data|uuid/],
  "a value of another type": [
    (content) => {
      const users = usersOf(content);
      users.rows[0] = users.rows[0]?.replace(/^[^\t]*/, "no uuid") ?? "";
    },
    /invalid input syntax for type uuid: "no uuid"/,
  ],
  "bytes that are no text": [
    (content) => usersOf(content).rows.push("\\xff\t"),
    /invalid byte sequence/,
  ],
  "a row twice": [
    (content) => usersOf(content).rows.push(usersOf(content).rows[0] ?? ""),
    /users_pkey|could not create unique index/,
  ],
  "a table twice": [
    (content) => content.tables.push(usersOf(content)),
    /could not create unique index|other rows/,
  ],
  "a table less": [
    (content) => {
      content.tables = content.tables.filter(({ table }) => table.table !== "users");
    },
    /public\.users has other rows than the backup/,
  ],
  "a migration twice": [
    (content) => content.header.migrations.push(content.header.migrations[0] ?? ""),
    /can't be restored/,
  ],
  "migrations that are not those of its header": [
    (content) => {
      const done = content.tables.find(({ table }) => table.table === "migrations");
      done?.rows.splice(0);
    },
    /can't be restored/,
  ],
};

it.each(Object.entries(forgeries))(
  "refuses %s in one line, though all checksums are right",
  async (_name, [change, reason]) => {
    const bad = newFile();
    await writeFile(bad, await forge(file, change));
    const shown = await checkAndRestore(connection, bad).catch(explainFailure);
    expect(shown).toMatch(reason);
    expect(String(shown).split("\n")).toHaveLength(1);
    await expectEmpty(connection);
  },
);
