import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { inLab, say } from "../bench/lab.ts";
import { readCounts } from "../server/database/backup/read.ts";
import { writeBackup } from "../server/database/backup/write.ts";
import { connect } from "../server/database/connect.ts";
import { fetchPrograms } from "../server/database/embedded/old-programs.ts";
import { findPrograms } from "../server/database/embedded/programs.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";
import { fillDemo } from "../server/operations/demo/fill.ts";
import { projectRoot } from "../server/process/project-root.ts";

// `npm run test:upgrade`, for whoever brings a newer PostgreSQL: a site on the one before is upgraded
// by `npm run upgrade-postgres`, which is killed at each of its steps first. Needs the npm registry.

await inLab("upgrade", async ({ directory: dataDir }) => {
  const { majorVersion } = await findPrograms(dataDir);
  const before = String(Number(majorVersion) - 1);
  const old = await fetchPrograms(before);
  const counts = await countTables(dataDir, old.nativeDir).finally(() => old.remove());
  for (const step of ["Fetching", "rows backed up", "are the same"]) {
    const child = startUpgrade(dataDir);
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes(step)) child.kill("SIGKILL");
    });
    expectSame((await once(child, "exit"))[1], "SIGKILL", `killed at "${step}"`);
  }
  expectSame((await once(startUpgrade(dataDir), "exit"))[0], 0, "exit code");
  const left = (await readdir(dataDir)).filter((name) => /^(upgrade-|postgres-)/.test(name));
  expectSame(left, [`postgres-${before}`], "beside the new data");
  expectSame(await countTables(dataDir), counts, "checksums of tables");
});

/** What each table of a site adds up to. A new site gets the demo's data first. */
async function countTables(dataDir: string, nativeDir?: string) {
  const native = nativeDir === undefined ? {} : { nativeDir };
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: say, ...native });
  const file = path.join(dataDir, "counts.backup");
  try {
    if (nativeDir) {
      await migrate(connection);
      const db = connect({ connection, poolSize: 2, onLost: () => {} });
      await fillDemo(db, "demo1234");
      await db.destroy();
    }
    await writeBackup({ connection, file });
    return await readCounts(file);
  } finally {
    await rm(file, { force: true });
    await stop();
  }
}

function startUpgrade(dataDir: string): ChildProcess {
  return spawn(process.execPath, ["dist/scripts/upgrade-postgres.js"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
  say(`${what}: as expected`);
}
