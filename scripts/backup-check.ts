import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { PROMISED_MS } from "../record/checkpoint.ts";
import { explainFailure } from "../server/app/start-failure.ts";
import { BackupProblem, type Header, type Sealed } from "../server/database/backup/format.ts";
import { printable } from "../server/database/backup/printable.ts";
import { checkRestorable, restoreBackup } from "../server/database/backup/restore.ts";
import { unseal } from "../server/database/backup/sealed-secret.ts";
import { connect, type Database } from "../server/database/connect.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { compareRecords, recountTallies, say } from "./recounting.ts";

interface Options {
  file: string;
  /** Asks for the passphrase of the secret. Without it, the secret stays closed. */
  readPassphrase?: (() => Promise<string>) | undefined;
  /** Ends the check. */
  signal: AbortSignal;
}

/**
 * Restores a backup into a PostgreSQL that exists for this only, and looks there for what is wrong.
 * Returns 0 if nothing is, 1 if something is, and 2 if that could not be found out.
 */
export async function checkBackup({ file, readPassphrase, signal }: Options): Promise<0 | 1 | 2> {
  try {
    const restorable = await checkRestorable(file, signal);
    const { header } = restorable;
    say(`The file is whole. It has the site as it was at ${header.createdAt}.`);
    say(await describeSecret(header.secret, readPassphrase));
    return await withScratch(signal, async (connection) => {
      const { rows, tables, applied } = await restoreBackup(connection, restorable);
      say(`${rows} rows of ${tables} tables can be restored, each table with its checksum.`);
      if (applied.length > 0) say(`Brought up to date by ${applied.join(", ")}.`);
      return examine(connection, header);
    });
  } catch (error) {
    if (signal.aborted) console.error("The check was stopped.");
    else if (isOfMachine(error))
      console.error(printable(`It could not be checked: ${error.cause.message}.`));
    else console.error(explainFailure(error));
    return error instanceof BackupProblem && !signal.aborted && !isOfMachine(error) ? 1 : 2;
  }
}

async function describeSecret(
  sealed: Sealed | undefined,
  readPassphrase: Options["readPassphrase"],
): Promise<string> {
  if (!sealed) {
    return "It has no secret: keep APP_SECRET, or the file DATA_DIR/secret, in another safe place.";
  }
  if (!readPassphrase) return "Its secret is sealed; --with-secret tries the passphrase.";
  await unseal(sealed, await readPassphrase());
  return "The passphrase opens its secret.";
}

/** Runs PostgreSQL in a temporary directory, and leaves nothing of it. */
async function withScratch<Result>(
  signal: AbortSignal,
  work: (connection: pg.PoolConfig) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-check-"));
  try {
    // What is thrown away afterwards needs not survive a crash.
    const settings = { fsync: "off", full_page_writes: "off" };
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
    const stop = () => void postgres.stop();
    signal.addEventListener("abort", stop);
    try {
      signal.throwIfAborted();
      return await work(postgres.connection);
    } finally {
      signal.removeEventListener("abort", stop);
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function examine(connection: pg.PoolConfig, header: Header): Promise<0 | 1> {
  const db = connect({ connection, poolSize: 2, onLost: () => {}, patient: true });
  try {
    const wrongTallies = await recountTallies(db, { fix: false });
    const impossible = await findImpossibleRecords(db);
    for (const id of impossible) say(`${id}: its record says that it has more entries than it has`);
    if (impossible.length > 0) return 1;
    await makeYoungAgain(db, header.createdAt);
    const wrongRecords = await compareRecords(db);
    return wrongTallies + wrongRecords > 0 ? 1 : 0;
  } finally {
    await db.destroy();
  }
}

/** Comparing them takes as long as the size that they claim, which is any number in a forged file. */
async function findImpossibleRecords(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select survey_id as id from records as r where size >
      (select count(*) from record_entries as e where e.survey_id = r.survey_id) limit 20
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Votes may wait for the record as long as receipts promise, and waited when the backup was written. */
async function makeYoungAgain(db: Database, createdAt: string): Promise<void> {
  const since = new Date(Date.parse(createdAt) - PROMISED_MS);
  await db
    .updateTable("votes")
    .set({ created_at: new Date() })
    .where("created_at", ">", since)
    .execute();
}

/** PostgreSQL's classes of errors that are about its machine: resources, interventions, the system. */
const ofMachine = ["53", "57", "58"];

/** Restoring has failed for a reason that is not the file's, such as a full disk. */
function isOfMachine(error: unknown): error is Error & { cause: pg.DatabaseError } {
  if (!(error instanceof BackupProblem) || !(error.cause instanceof pg.DatabaseError)) return false;
  return ofMachine.includes(error.cause.code?.slice(0, 2) ?? "");
}
