import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { OperatorError } from "../process/operator-error.ts";
import { connect, type Database, warnOfLost } from "./connect.ts";
import { DataDirectoryInUse } from "./embedded/ownership.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/start.ts";
import { whyNotPreparing } from "./preparing.ts";
import { isPassingFailure } from "./retry.ts";

/** One of the two names the database. */
interface Where {
  databaseUrl: string | undefined;
  dataDir: string;
}

interface Deps extends Where {
  databasePool: number;
  log: { info: (message: string) => void; warn: (message: string) => void };
  /** For a command next to a running server: use its connection instead of failing. */
  shared?: boolean;
  /** Whether a data directory without a database gets one. */
  mayCreate?: boolean;
  /** No time limit for statements. */
  patient?: boolean;
}

export interface OpenDatabase {
  db: Database;
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

/** Told apart, because waiting may help. */
export class DatabaseUnreachable extends OperatorError {}

// The table of reports has a key `unique nulls not distinct`, which earlier ones don't know.
const LEAST_VERSION = 15;

/** The database that the settings name, or embedded PostgreSQL if they name none. */
export async function openDatabase(deps: Deps): Promise<OpenDatabase> {
  const options = {
    poolSize: deps.databasePool,
    onLost: warnOfLost(deps.log),
    patient: deps.patient ?? false,
  };
  if (deps.databaseUrl) {
    const connection = { connectionString: deps.databaseUrl };
    const db = connect({ connection, ...options });
    await checkUsable(db, deps.databaseUrl);
    return { db, connection, close: () => db.destroy() };
  }
  const postgres = await startOrShare(deps);
  const db = connect({ connection: postgres.connection, ...options });
  return {
    db,
    connection: postgres.connection,
    async close() {
      await db.destroy();
      await postgres.stop();
    },
  };
}

async function startOrShare(deps: Deps): Promise<EmbeddedPostgres> {
  const { dataDir, log, shared, mayCreate = false } = deps;
  try {
    return await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message), mayCreate });
  } catch (error) {
    if (!shared || !(error instanceof DataDirectoryInUse)) throw error;
    return { connection: error.connection, stop: async () => {} };
  }
}

async function checkUsable(db: Database, url: string): Promise<void> {
  const reason = await whyUnusable(db, url);
  if (!reason) return;
  await db.destroy();
  throw new OperatorError(reason);
}

/** The argument is `server_version`, as in "15.19 (Debian 15.19-0+deb12u1)". */
export function whyUnfit(version: string): string | null {
  if (Number.parseInt(version, 10) >= LEAST_VERSION) return null;
  return `DATABASE_URL: PostgreSQL ${version} is too old; version ${LEAST_VERSION} or later is needed`;
}

async function whyUnusable(db: Database, url: string): Promise<string | null> {
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    const tooOld = whyUnfit(rows[0]?.server_version ?? "");
    return tooOld ?? (await whyNotPreparing({ connectionString: url }));
  } catch (error) {
    await db.destroy();
    const reason =
      error instanceof Error ? error.message || String(Reflect.get(error, "code")) : "";
    const place = `${describe(url)} (${reason})`;
    if (mayPass(error)) throw new DatabaseUnreachable(`DATABASE_URL: no answer from ${place}`);
    // For example a wrong password: it stays wrong, however long one waits.
    throw new OperatorError(`DATABASE_URL: refused by ${place}`);
  }
}

/** A name that is not known yet may be that of a container that starts later. */
function mayPass(error: unknown): boolean {
  return isPassingFailure(error) || (error as { code?: string }).code === "ENOTFOUND";
}

function describe(url: string): string {
  const { host, pathname } = new URL(url);
  return `database "${pathname.slice(1)}" at ${host}`;
}

/** Throws unless the product has made its tables there: only a start does that. */
export async function refuseEmpty(db: Database, { databaseUrl, dataDir }: Where): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('migrations') is not null as found
  `.execute(db);
  if (rows[0]?.found) return;
  throw new OperatorError(
    databaseUrl
      ? `DATABASE_URL: ${describe(databaseUrl)} has no tables of this site. The first start creates them; if there should be some, name another database.`
      : `DATA_DIR: the database in ${path.resolve(dataDir)} has no tables of this site. The first start creates them; if there should be some, set DATA_DIR to another directory.`,
  );
}
