import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { OperatorError } from "../../process/operator-error.ts";
import { syncDirectory } from "../sync-directory.ts";
import { findPrograms, findReason, type PostgresPrograms, run } from "./programs.ts";

export type Settings = Record<string, string>;

/** The PostgreSQL files in one data directory, and the programs that run on them. */
export interface Cluster {
  dataDir: string;
  directory: string;
  socketDir: string;
  logFile: string;
  programs: PostgresPrograms;
  settings: Settings;
}

export const PORT = 5432; // only part of the socket file's name: nothing listens on TCP
export const SUPERUSER = "survey";

/** What an upgrade has made of the cluster, complete, until it takes its place. */
export const UPGRADED = "postgres-upgraded";

interface OpenOptions {
  settings: Settings;
  /** Another PostgreSQL than the installed one. */
  nativeDir?: string | undefined;
  /** Whether a directory without a database gets one. */
  mayCreate: boolean;
}

/** Opens the cluster of a data directory, or creates it. */
export async function openCluster(
  path: string,
  { settings, nativeDir, mayCreate }: OpenOptions,
): Promise<Cluster> {
  // On a read-only disk Node says of a path with parents only that it is not there.
  if (mayCreate) await mkdir(path, { recursive: true }).catch(() => mkdir(path));
  else await refuseMissing(path);
  const dataDir = await realpath(path);
  const cluster: Cluster = {
    dataDir,
    directory: join(dataDir, "postgres"),
    socketDir: chooseSocketDir(dataDir),
    logFile: join(dataDir, "postgres.log"),
    programs: await findPrograms(dataDir, nativeDir),
    settings,
  };
  if (!(await findVersion(cluster))) await takePlace(cluster);
  if (!(await findVersion(cluster))) await initialise(cluster);

  const [found, ours] = [await findVersion(cluster), cluster.programs.majorVersion];
  if (found !== ours) {
    throw new OperatorError(
      `The data in ${cluster.directory} was written by PostgreSQL ${found}, and this is PostgreSQL ${ours}. Upgrade it with: npm run upgrade-postgres. Or set DATA_DIR to another directory.`,
    );
  }
  return cluster;
}

async function refuseMissing(path: string): Promise<void> {
  for (const name of ["postgres", UPGRADED]) {
    if (await findVersion({ directory: join(path, name) })) return;
  }
  throw new OperatorError(
    `DATA_DIR: there is no database in ${resolve(path)}. The first start creates it; if there should be one, set DATA_DIR to its directory.`,
  );
}

/** Puts the result of an upgrade where the cluster was. An upgrade may have been killed before that. */
export async function takePlace({ dataDir, directory }: Pick<Cluster, "dataDir" | "directory">) {
  await rename(join(dataDir, UPGRADED), directory).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  await syncDirectory(dataDir);
}

/** The major version of PostgreSQL that wrote the cluster. */
export async function findVersion({
  directory,
}: Pick<Cluster, "directory">): Promise<string | undefined> {
  try {
    return (await readFile(join(directory, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const UNFINISHED_PREFIX = "postgres-new-";

/** Creates a cluster under another name and renames it, so that no half-made one ever appears. */
async function initialise(cluster: Cluster): Promise<void> {
  const { dataDir, directory, programs, settings } = cluster;
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED_PREFIX));
  try {
    await giveTo(programs.fileOwner, unfinished);
    const options = [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      "--auth=trust",
      "--encoding=UTF8",
      // The built-in locale sorts the same on every machine, whatever its C library.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ];
    if (settings.fsync === "off") options.push("--no-sync");
    await run(...programs.command("initdb", options));
    await rename(unfinished, directory);
    await syncDirectory(dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another server may have created it first; the lock then decides between the two.
    if (await findVersion(cluster)) return;
    const { stderr } = error as { stderr?: string };
    throw stderr ? new Error(findReason(stderr)) : error;
  }
}

/** Removes what a killed `initdb` left behind. Only the owner of `dataDir` may call this. */
export async function removeUnfinished({ dataDir }: Cluster): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    // An orphaned initdb may still be writing there; the next start removes the rest.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** As root, PostgreSQL may run under another user than the last time. */
export async function claimFiles({ directory, programs }: Cluster): Promise<void> {
  const owner = programs.fileOwner;
  if (!owner || (await stat(directory)).uid === owner.uid) return;
  for (const name of await readdir(directory, { recursive: true })) {
    await giveTo(owner, join(directory, name));
  }
  await giveTo(owner, directory);
}

export async function giveTo(owner: PostgresPrograms["fileOwner"], path: string): Promise<void> {
  if (owner) await lchown(path, owner.uid, owner.gid);
}

/** A socket's path may have 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_LIMIT = 103;

function chooseSocketDir(dataDir: string): string {
  const inside = join(dataDir, "socket");
  if (Buffer.byteLength(socketFile(inside)) <= SOCKET_PATH_LIMIT) return inside;
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `survey-${hash}`);
}

export function socketFile(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${PORT}`);
}

/** Anybody who can enter this directory can connect to the database, so only we may. */
export async function prepareSocketDir(cluster: Cluster): Promise<void> {
  const { directory, socketDir, programs } = cluster;
  await mkdir(socketDir, { mode: 0o700 }).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(socketDir);
  const { uid: lastOwner } = await stat(directory);
  const trusted = [process.getuid?.(), programs.fileOwner?.uid, lastOwner];
  if (!found.isDirectory() || !trusted.includes(found.uid)) {
    throw new OperatorError(
      `${socketDir} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  await chmod(socketDir, 0o700);
  if (programs.fileOwner) await chown(socketDir, programs.fileOwner.uid, programs.fileOwner.gid);
}
