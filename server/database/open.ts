import { sql } from "kysely";
import type pg from "pg";
import { connect, type Database, warnOfLost } from "./connect.ts";
import { DataDirectoryInUse } from "./embedded/ownership.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/start.ts";

interface Deps {
  databaseUrl: string | undefined;
  databasePool: number;
  dataDir: string;
  log: { info: (message: string) => void; warn: (message: string) => void };
  /** For a command next to a running server: use its connection instead of failing. */
  shared?: boolean;
}

export interface OpenDatabase {
  db: Database;
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

/** Thrown with one readable line if the database can't be reached. */
export class DatabaseUnreachable extends Error {}

/** The database that the settings name, or embedded PostgreSQL if they name none. */
export async function openDatabase(deps: Deps): Promise<OpenDatabase> {
  const onLost = warnOfLost(deps.log);
  if (deps.databaseUrl) {
    const connection = { connectionString: deps.databaseUrl };
    const db = connect({ connection, poolSize: deps.databasePool, onLost });
    await checkReachable(db, deps.databaseUrl);
    return { db, connection, close: () => db.destroy() };
  }
  const postgres = await startOrShare(deps);
  const db = connect({
    connection: postgres.connection,
    poolSize: deps.databasePool,
    onLost,
  });
  return {
    db,
    connection: postgres.connection,
    async close() {
      await db.destroy();
      await postgres.stop();
    },
  };
}

async function startOrShare({ dataDir, log, shared }: Deps): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message) });
  } catch (error) {
    if (!shared || !(error instanceof DataDirectoryInUse)) throw error;
    return { connection: error.connection, stop: async () => {} };
  }
}

async function checkReachable(db: Database, url: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const { host, pathname } = new URL(url);
    const reason =
      error instanceof Error ? error.message || String(Reflect.get(error, "code")) : "";
    throw new DatabaseUnreachable(
      `DATABASE_URL: no answer from database "${pathname.slice(1)}" at ${host} (${reason})`,
    );
  }
}
