import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";

/** What has to be closed at the end; the last opened first. */
export type Closing = (() => Promise<unknown>)[];

async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** Closes all of it whatever happens. Otherwise Ctrl+C would leave PostgreSQL running. */
export async function whileOpen(work: (closing: Closing) => Promise<void>): Promise<void> {
  const closing: Closing = [];
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void closeAll(closing).finally(() => process.exit(1)));
  }
  try {
    await work(closing);
  } finally {
    await closeAll(closing);
  }
}

/** A new database with all tables, with fsync on as in production, and the id of its main process. */
export async function openDatabase(closing: Closing) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-bench-"));
  closing.push(() => rm(dataDir, { recursive: true }));
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} });
  closing.push(stop);
  await migrate(connection);
  const pidFile = await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
  return { connection, pid: Number.parseInt(pidFile, 10) };
}
