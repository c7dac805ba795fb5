import { existsSync } from "node:fs";
import { mkdtemp, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../process/operator-error.ts";
import { checkRestorable, restoreBackup } from "../backup/restore.ts";
import { writeBackup } from "../backup/write.ts";
import { syncDirectory } from "../sync-directory.ts";
import { findVersion, takePlace, UPGRADED } from "./cluster.ts";
import { fetchPrograms } from "./old-programs.ts";
import { findPrograms } from "./programs.ts";
import { startEmbeddedPostgres } from "./start.ts";

type Say = (line: string) => void;

const WORK_PREFIX = "upgrade-";

/**
 * Brings the embedded database to the installed major version: starts the old one with its own
 * programs, backs it up, restores into a new cluster, and lets that take the place of the old one,
 * which is kept. It may be killed at any time, and be repeated.
 */
export async function upgradeCluster(path: string, say: Say): Promise<void> {
  const dataDir = await realpath(path).catch(() => {
    throw new OperatorError(`DATA_DIR: there is no ${path}`);
  });
  const directory = join(dataDir, "postgres");
  const { majorVersion: ours } = await findPrograms(dataDir);
  // What a killed upgrade has left to do, if it had come that far.
  if (!existsSync(directory)) await takePlace({ dataDir, directory });
  const found = await findVersion({ directory });
  if (!found) throw new OperatorError(`DATA_DIR: there is no database in ${dataDir}`);
  if (found === ours) return say(`The data is of PostgreSQL ${ours}: nothing is left to do.`);
  if (Number(found) > Number(ours)) {
    throw new OperatorError(
      `The data in ${directory} was written by PostgreSQL ${found}, and this is PostgreSQL ${ours}: there is no way down.`,
    );
  }
  const kept = join(dataDir, `postgres-${found}`);
  if (existsSync(kept)) {
    throw new OperatorError(`${kept} is in the way; move or delete it.`);
  }
  say(`Fetching PostgreSQL ${found}.`);
  const old = await fetchPrograms(found);
  try {
    await makeUpgraded(dataDir, old.nativeDir, say);
  } finally {
    await old.remove();
  }
  // Killed between these two, nothing is at `directory`; whoever opens it next does the second.
  await rename(directory, kept);
  await takePlace({ dataDir, directory });
  await removeWork(dataDir);
  say(
    `The data is of PostgreSQL ${ours} now. The old one is in ${kept}; delete it when all is well.`,
  );
}

/** Ends with a complete new cluster beside the old one, both stopped. */
async function makeUpgraded(dataDir: string, nativeDir: string, say: Say): Promise<void> {
  // Its lock keeps servers and other upgrades away.
  const before = await startEmbeddedPostgres({ dataDir, nativeDir, log: say });
  try {
    // Of an upgrade that was killed. People may have voted since.
    await removeWork(dataDir);
    await rm(join(dataDir, UPGRADED), { recursive: true, force: true });
    const work = await mkdtemp(join(dataDir, WORK_PREFIX));
    const file = join(work, "before.backup");
    const { rows } = await writeBackup({ connection: before.connection, file });
    say(`${rows} rows backed up.`);
    const after = await startEmbeddedPostgres({ dataDir: work, log: say });
    try {
      const { tables } = await restoreBackup(after.connection, await checkRestorable(file));
      say(`Restored into a new database, and compared: ${tables} tables are the same.`);
    } finally {
      await after.stop();
    }
    await rename(join(work, "postgres"), join(dataDir, UPGRADED));
    await syncDirectory(dataDir);
  } finally {
    await before.stop();
  }
}

async function removeWork(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(WORK_PREFIX)) await rm(join(dataDir, name), { recursive: true });
  }
}
