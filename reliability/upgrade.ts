import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Count } from "../server/database/backup/format.ts";
import { readCounts } from "../server/database/backup/read.ts";
import { writeBackup } from "../server/database/backup/write.ts";
import { connect } from "../server/database/connect.ts";
import { fetchPrograms } from "../server/database/embedded/old-programs.ts";
import { findPrograms } from "../server/database/embedded/programs.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";
import { fillDemo } from "../server/operations/demo/fill.ts";
import { projectRoot } from "../server/process/project-root.ts";

// `npm run test:upgrade`: a site on the PostgreSQL before ours is upgraded by `npm run
// upgrade-postgres`, which is killed at each of its steps first. Needs the npm registry.

const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = await mkdtemp(path.join(tmpdir(), "survey-upgrade-"));
const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);

try {
  const { majorVersion } = await findPrograms(dataDir);
  const before = String(Number(majorVersion) - 1);
  const counts = await fillOld(before);
  await expectRefused(before);
  for (const step of ["Fetching", "rows backed up", "are the same"]) await killAt(step);
  const begun = performance.now();
  await finish(startUpgrade());
  say(`upgraded from PostgreSQL ${before} to ${majorVersion} in ${secondsSince(begun)} s`);
  const left = (await readdir(dataDir)).filter((name) => /^(upgrade-|postgres-)/.test(name));
  expectSame(left, [`postgres-${before}`], "what is left beside the new data");
  expectSame(await countTables(), counts, "checksums of tables");
  say(`${Object.keys(counts).length} tables have the same checksums, and the old data is kept`);
} finally {
  await rm(dataDir, { recursive: true });
}

async function fillOld(majorVersion: string): Promise<Record<string, Count>> {
  const old = await fetchPrograms(majorVersion);
  try {
    const { nativeDir, version } = old;
    const postgres = await startEmbeddedPostgres({ dataDir, nativeDir, log: say });
    await migrate(postgres.connection);
    const db = connect({ connection: postgres.connection, poolSize: 2, onLost: () => {} });
    await fillDemo(db, "demo1234");
    await db.destroy();
    await postgres.stop();
    say(`a site with the package ${version}`);
    return await countTables(nativeDir);
  } finally {
    await old.remove();
  }
}

/** What each table adds up to. */
async function countTables(nativeDir?: string): Promise<Record<string, Count>> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: say,
    ...(nativeDir && { nativeDir }),
  });
  const file = path.join(dataDir, "counts.backup");
  try {
    await writeBackup({ connection: postgres.connection, file });
    return await readCounts(file);
  } finally {
    await rm(file, { force: true });
    await postgres.stop();
  }
}

async function expectRefused(majorVersion: string): Promise<void> {
  const refusal = await startEmbeddedPostgres({ dataDir, log: say }).then(
    () => "nothing",
    (error: Error) => error.message,
  );
  const named = refusal.includes("npm run upgrade-postgres") && refusal.includes(majorVersion);
  if (!named) throw new Error(`The start was refused with: ${refusal}`);
  say(`refused: ${refusal}`);
}

function startUpgrade(): ChildProcess {
  return spawn(process.execPath, ["dist/scripts/upgrade-postgres.js"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Kills an upgrade as soon as it has said this. The old data must still be there. */
async function killAt(words: string): Promise<void> {
  const child = startUpgrade();
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (text.includes(words)) child.kill("SIGKILL");
  });
  const [, signal] = await once(child, "exit");
  const isThere = existsSync(path.join(dataDir, "postgres"));
  if (signal !== "SIGKILL" || !isThere) throw new Error(`not killed at "${words}" as it should be`);
  say(`killed at "${words}"`);
}

async function finish(child: ChildProcess): Promise<void> {
  child.stdout?.pipe(process.stdout);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the upgrade ended with ${code}`);
}

function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
}
