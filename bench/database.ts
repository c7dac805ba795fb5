import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
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
  /** PostgreSQL's main process; those that answer queries are its children. */
  pid: number;
}

/** A new database of its own with all tables, and with fsync on as in production. */
export async function openDatabase(closing: Closing): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-bench-"));
  closing.push(() => rm(dataDir, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  closing.push(() => postgres.stop());
  await migrate(postgres.connection);
  const pidFile = await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
  return { connection: postgres.connection, pid: Number.parseInt(pidFile, 10) };
}
