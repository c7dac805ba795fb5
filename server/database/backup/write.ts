import { createHash, type Hash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";
import { sql } from "kysely";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Database } from "../connect.ts";
import { withOneConnection } from "../one-connection.ts";
import { syncDirectory } from "../sync-directory.ts";
import { UNFINISHED } from "./folder.ts";
import {
  BackupProblem,
  createCounter,
  END_OF_ROWS,
  FORMAT,
  type Header,
  lineOf,
  type Sealed,
  type Table,
  VERSION,
} from "./format.ts";
import { listTables, prepareSession, quoted, quotedWithColumns } from "./tables.ts";
import { type BallotSeal, readWaiting, WAITING } from "./waiting-ballots.ts";

export interface Options {
  connection: pg.PoolConfig;
  /** Must not exist. Appears when all of it is on disk. */
  file: string;
  secret?: Sealed | undefined;
  /** With the secret: the ballots that wait are in it too. */
  ballots?: BallotSeal | undefined;
  signal?: AbortSignal | undefined;
}

export interface Written {
  tables: number;
  rows: number;
  bytes: number;
  /** Ballots of secret surveys that wait, and that this file can't bring back. */
  leftBallots: number;
}

// The fastest that compresses well: rows are mostly random ids, of which more effort makes no less.
const BROTLI_QUALITY = 1;
const CHUNK_BYTES = 256 * 1024;

/** Writes all that the database has at one moment to a file, while others go on writing to it. */
export async function writeBackup(options: Options): Promise<Written> {
  const { connection, file, secret, ballots, signal } = options;
  const target = path.resolve(file);
  if (existsSync(target)) throw new BackupProblem(`${file} exists already; name another file.`);
  return withOneConnection(connection, async (client, db) => {
    const { tables, createdAt } = await takeSnapshot(client, db);
    const { lines, left } = await readWaiting(db, ballots);
    const header = lineOf({
      ...(await readHeader(db, createdAt)),
      ...(secret && { secret }),
      ...(ballots && { ballots: ballots.sealed }),
    });
    const draft = `${target}.${randomUUID()}${UNFINISHED}`;
    try {
      const rows = await writeFile(client, draft, header, { tables, waiting: lines }, signal);
      await rename(draft, target);
      await syncDirectory(path.dirname(target));
      const { size: bytes } = await stat(target);
      return { rows, tables: tables.length, bytes, leftBallots: left };
    } catch (error) {
      await rm(draft, { force: true });
      throw explain(error, file);
    }
  });
}

/**
 * Begins a transaction that sees the database as it is now. Tables are locked first, so that no
 * migration changes one between the snapshot and its turn. Nobody who reads or writes waits for that.
 */
async function takeSnapshot(
  client: pg.Client,
  db: Database,
): Promise<{ tables: Table[]; createdAt: Date }> {
  const tables = await listTables(db);
  if (!tables.some(({ table }) => table === "migrations")) {
    throw new BackupProblem(
      "There is nothing to back up: the database has no tables of this site.",
    );
  }
  await refuseDistributed(db);
  await client.query("begin isolation level repeatable read read only");
  await client.query(`lock table ${tables.map(quoted).join(", ")} in access share mode`);
  // The first query takes the snapshot, and reads the clock by which votes have their times.
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
  const createdAt = rows[0]?.now ?? new Date();
  await prepareSession(db);
  if (JSON.stringify(await listTables(db)) !== JSON.stringify(tables)) {
    throw new BackupProblem("The database was being migrated at this moment; repeat the backup.");
  }
  return { tables, createdAt };
}

/** There, each machine would have a snapshot of another moment. */
async function refuseDistributed(db: Database): Promise<void> {
  const { rows } = await sql<{ citus: boolean }>`
    select to_regclass('pg_dist_partition') is not null as citus
  `.execute(db);
  if (!rows[0]?.citus) return;
  const placed = await sql`select 1 from pg_dist_partition limit 1`.execute(db);
  if (placed.rows.length > 0) {
    throw new BackupProblem(
      "DATABASE_URL: Citus has spread this database over machines, which have no common snapshot; back up each machine with PostgreSQL's own tools.",
    );
  }
}

async function readHeader(db: Database, createdAt: Date): Promise<Header> {
  const { rows: done } = await sql<{ name: string }>`
    select name from migrations order by name
  `.execute(db);
  const { rows: server } = await sql<{ version: string }>`
    select current_setting('server_version') as version
  `.execute(db);
  return {
    format: FORMAT,
    version: VERSION,
    createdAt: createdAt.toISOString(),
    postgres: server[0]?.version ?? "",
    migrations: done.map(({ name }) => name),
  };
}

/** Returns the number of rows. */
async function writeFile(
  client: pg.Client,
  draft: string,
  header: Buffer,
  content: Content,
  signal: AbortSignal | undefined,
): Promise<number> {
  // Only for the one who runs the site: it has addresses of people.
  const handle = await open(draft, "wx", 0o600);
  await handle.write(header);
  const whole = createHash("sha256").update(header);
  let rows = 0;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  await pipeline(
    textOf(client, content, whole, (count) => {
      rows += count;
    }),
    createBrotliCompress({ params: quality, chunkSize: CHUNK_BYTES }),
    handle.createWriteStream({ flush: true }),
    { signal },
  );
  return rows;
}

interface Content {
  tables: Table[];
  /** Ballots, as lines. */
  waiting: string[];
}

/** Everything after the header, before it is compressed. */
async function* textOf(
  client: pg.Client,
  { tables, waiting }: Content,
  whole: Hash,
  onTable: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const all = waiting.length > 0 ? [...tables, WAITING] : tables;
  for (const table of all) {
    const begin = lineOf(table);
    whole.update(begin);
    yield begin;
    const counter = createCounter();
    const rows = table === WAITING ? [Buffer.from(waiting.join(""))] : wholeLines(client, table);
    for await (const lines of rows) {
      counter.add(lines);
      whole.update(lines);
      yield lines;
    }
    const end = Buffer.concat([Buffer.from(END_OF_ROWS), lineOf(counter.read())]);
    whole.update(end);
    yield end;
    onTable(counter.read().rows);
  }
  yield lineOf({ tables: all.length, sha256: whole.digest("hex") });
}

/** The rows of a table, some hundred at a time. */
export async function* wholeLines(client: pg.Client, table: Table): AsyncGenerator<Buffer> {
  const copy = `copy ${quotedWithColumns(table)} to stdout (encoding 'utf8')`;
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of client.query(copyTo(copy)) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    const all = Buffer.concat(pieces);
    const end = all.lastIndexOf("\n") + 1;
    if (end > 0) yield all.subarray(0, end);
    pieces = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

function explain(error: unknown, file: string): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return new BackupProblem("The backup was stopped.");
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BackupProblem(`The disk is full: ${file} was not written.`);
  if (code === "EACCES" || code === "ENOENT") {
    return new BackupProblem(`${file} can't be written: is its directory there, and writable?`);
  }
  return error;
}
