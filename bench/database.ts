import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { distribute } from "../server/database/distribute.ts";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";

/** What has to be closed at the end; the last opened first. */
export type Closing = (() => Promise<unknown>)[];

export async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

interface BenchDatabase {
  connection: Connection;
  /** PostgreSQL's main process, whose children answer queries; NaN if it is not ours. */
  pid: number;
  /** Gives the tables their places, once they are filled, if it is a Citus. */
  spread(): Promise<void>;
}

/** The database that DATABASE_URL names, which must be new, or an embedded one. */
export async function openDatabase(closing: Closing): Promise<BenchDatabase> {
  const { DATABASE_URL: url } = process.env;
  return url ? openOwn(url) : openEmbedded(closing);
}

/** DATABASE_URL names one already; the embedded database is used as the product uses it, without the right. */
export function asSuperuser<C extends { user: string }>(connection: C): C {
  return process.env.DATABASE_URL ? connection : { ...connection, user: SUPERUSER };
}

/** A new database of its own with all tables, and with fsync on as in production. */
async function openEmbedded(closing: Closing): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-bench-"));
  closing.push(() => rm(dataDir, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  closing.push(() => postgres.stop());
  await migrate(postgres.connection);
  const pidFile = await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
  const pid = Number.parseInt(pidFile, 10);
  return { connection: postgres.connection, pid, spread: async () => {} };
}

/** The operator's. It is filled and kept, so it must be empty: nobody's data are to be mixed in. */
async function openOwn(url: string): Promise<BenchDatabase> {
  const { hostname: host, port, username: user, pathname } = new URL(url);
  const database = pathname.slice(1);
  const connection = { host, port: Number(port || 5432), user: user || SUPERUSER, database };
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ tables: number; citus: boolean }>(
    `select (select count(*)::int from pg_tables where schemaname = 'public') as tables,
       exists (select 1 from pg_extension where extname = 'citus') as citus`,
  );
  await client.end();
  if (rows[0]?.tables !== 0) {
    throw new Error("DATABASE_URL: the bench fills a new database only; this one has tables");
  }
  await migrate(connection);
  const spread = async () => {
    if (rows[0]?.citus) await distribute(connection);
  };
  return { connection, pid: Number.NaN, spread };
}
