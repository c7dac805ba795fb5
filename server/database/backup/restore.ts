import { sql } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "../connect.ts";
import {
  applyMigrations,
  isTooOld,
  listMigrations,
  lockMigrations,
  MIGRATIONS,
  pendingMigrations,
} from "../migrate.ts";
import { withOneConnection } from "../one-connection.ts";
import {
  BackupProblem,
  type Count,
  createCounter,
  type Header,
  isSame,
  nameOf,
  type Table,
} from "./format.ts";
import { checkBackup, readBackup } from "./read.ts";
import {
  listTables,
  prepareSession,
  quoted,
  quotedWithColumns,
  takeIndexesAway,
} from "./tables.ts";
import { bringBack, countUnopened, WAITING } from "./waiting-ballots.ts";
import { wholeLines } from "./write.ts";

interface Restored {
  tables: number;
  rows: number;
  /** Tables in the backup that no migration makes, so they are not this site's. */
  leftOut: string[];
  /** Migrations that the backup did not have yet. */
  applied: string[];
  /** Ballots of secret surveys that wait, and that nobody can open without a server's own file. */
  leftBallots: number;
}

/** A file that was read to its end and can be restored by this version. */
interface Restorable {
  file: string;
  header: Header;
  /** Where the migrations of this version are. */
  migrations: string;
}

/** Throws `BackupProblem` if this file can't be restored by this version. Writes nothing. */
export async function checkRestorable(
  file: string,
  signal?: AbortSignal,
  migrations = MIGRATIONS,
): Promise<Restorable> {
  const header = await checkBackup(file, signal);
  if (isTooOld(header.migrations)) {
    throw new BackupProblem(
      `${file} was written by a version of this site before 1.0 and can't be restored.`,
    );
  }
  const known = new Set(await listMigrations(migrations));
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new BackupProblem(
      `${file} was written by a newer version of this site, whose database has the migration ${unknown[0]}; restore with that version.`,
    );
  }
  return { file, header, migrations };
}

/**
 * Fills an empty database from a checked backup, in one transaction: with the tables of the version
 * that wrote it, compared row by row with the file, and then brought up to date.
 */
export async function restoreBackup(
  connection: pg.PoolConfig,
  { file, header, migrations }: Restorable,
  ballots?: Parameters<typeof bringBack>[2],
): Promise<Restored> {
  return withOneConnection(connection, async (client, db) => {
    await client.query("begin");
    await prepareSession(db);
    await lockMigrations(db);
    await refuseOccupied(db);
    await pendingMigrations(db, migrations);
    await applyMigrations(db, header.migrations, migrations);
    const tables = await listTables(db);
    // Migrations put first rows into some of them.
    await client.query(`truncate ${tables.map(quoted).join(", ")}`);
    const { counts, leftOut, waiting } = await load(client, db, file, tables);
    await compare(client, tables, counts);
    const applied = await pendingMigrations(db, migrations);
    await applyMigrations(db, applied, migrations);
    await copyWordsAnew(db);
    if (ballots) await bringBack(db, waiting, ballots);
    const leftBallots = await countUnopened(db);
    // Or the first queries would be planned as if all tables were empty.
    await client.query("analyze");
    await client.query("commit");
    const rows = [...counts.values()].reduce((sum, count) => sum + count.rows, 0);
    return { tables: tables.length, rows, leftOut, applied, leftBallots };
  }).catch((error) => {
    // For example rows that don't fit their columns, in a file whose checksums are right all the same.
    if (!(error instanceof pg.DatabaseError)) throw error;
    // Not the row itself, which the rest of it shows.
    const [place] = /^COPY .*?, line \d+/.exec(error.where ?? "") ?? [];
    throw new BackupProblem(
      `${file} can't be restored: ${error.message}${place ? ` (${place})` : ""}. Nothing was restored from it.`,
      { cause: error },
    );
  });
}

/**
 * Tallies copy the words of their surveys, which PostgreSQL has just found anew: another version or
 * locale than that of the backup may find other ones.
 */
async function copyWordsAnew(db: Database): Promise<void> {
  await sql`
    update survey_tallies as t set search = s.search from surveys as s
    where s.id = t.survey_id and s.search <> t.search
  `.execute(db);
}

async function refuseOccupied(db: Database): Promise<void> {
  const [first, ...more] = await listTables(db);
  if (!first) return;
  throw new BackupProblem(
    `The database is not empty: it has ${more.length + 1} tables, ${nameOf(first)} among them. Set DATA_DIR to a new directory, or DATABASE_URL to an empty database.`,
  );
}

/** Returns what the file says that each table adds up to. */
async function load(client: pg.Client, db: Database, file: string, tables: Table[]) {
  // Building indexes is the longest part. This is enough to sort a million votes at once.
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  const bringBack = await takeIndexesAway(db, tables);
  const known = new Map(tables.map((table) => [nameOf(table), table]));
  const counts = new Map<string, Count>();
  const leftOut: string[] = [];
  const waiting: string[] = [];
  let isWaiting = false;
  let open: ReturnType<typeof openTable> | undefined;
  for await (const part of readBackup(file)) {
    if (part.kind === "table") {
      const isKnown = known.has(nameOf(part.table));
      isWaiting = nameOf(part.table) === nameOf(WAITING);
      if (!isKnown && !isWaiting) leftOut.push(nameOf(part.table));
      open = isKnown ? openTable(client, part.table) : undefined;
    } else if (part.kind === "rows") {
      if (isWaiting) waiting.push(...part.lines.toString().trimEnd().split("\n"));
      await open?.write(part.lines);
    } else if (open) {
      await open.end();
      counts.set(nameOf(part.table), part.count);
    }
  }
  for (const statement of bringBack) await sql.raw(statement).execute(db);
  return { counts, leftOut, waiting };
}

/** Takes rows into a table. After an error the stream would neither take more nor say that it ended. */
function openTable(client: pg.Client, table: Table) {
  // Frozen rows need not be written again when they are first read, and later by autovacuum.
  const copy = client.query(
    copyFrom(`copy ${quotedWithColumns(table)} from stdin (encoding 'utf8', freeze)`),
  );
  let error: Error | undefined;
  const failed = new Promise<never>((_, reject) => {
    copy.on("error", (reason) => {
      error = reason;
      reject(reason);
    });
  });
  failed.catch(() => {});
  async function step(work: (done: () => void) => void): Promise<void> {
    if (error) throw error;
    await Promise.race([failed, new Promise<void>(work)]);
  }
  return {
    write: (lines: Buffer) => step((done) => copy.write(lines, () => done())),
    end: () => step((done) => copy.end(done)),
  };
}

/** Reads everything back. */
async function compare(client: pg.Client, tables: Table[], counts: Map<string, Count>) {
  for (const table of tables) {
    const counter = createCounter();
    for await (const lines of wholeLines(client, table)) counter.add(lines);
    if (isSame(counts.get(nameOf(table)), counter.read())) continue;
    throw new BackupProblem(
      `${nameOf(table)} has other rows than the backup; nothing was restored.`,
    );
  }
}
