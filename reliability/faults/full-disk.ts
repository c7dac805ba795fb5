import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Lab, until } from "../../bench/lab.ts";
import { type EmbeddedSite, openEmbeddedSite } from "../embedded-site.ts";
import type { Outcome } from "../outcome.ts";
import { underLoad } from "../under-load.ts";

// A new database takes 60 MB; the rest is for its log of changes, in parts of 16 MB.
const DISK = "192m";
const FULL_MS = 8_000;
const IDLE_MS = 12_000;

/** The disk of `DATA_DIR` fills up, first for tables, then for PostgreSQL's log of changes. */
export async function fullDisk(lab: Lab): Promise<Outcome | string> {
  const disk = path.join(lab.directory, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=755`, "survey-faults", disk], {
      stdio: "pipe",
    });
  } catch (error) {
    return `not had here: no small disk can be mounted (${String((error as { stderr?: Buffer }).stderr ?? error).trim()})`;
  }
  lab.atEnd(() => execFileSync("umount", [disk]));
  const site = await openEmbeddedSite(lab, { dataDir: path.join(disk, "data") });
  const ballast = path.join(disk, "ballast");

  return underLoad(site, async ({ ledger, servedAgain, check }) => {
    // Reads go on: only what needs new space fails.
    fill(disk, ballast);
    const refusedBefore = ledger.refused.get(503) ?? 0;
    const refusedNow = await until(() => (ledger.refused.get(503) ?? 0) > refusedBefore, 30_000);
    check(refusedNow === true, "no write was refused on the full disk");
    await wait(FULL_MS);
    const list = await fetch(`${site.url}/survey/item`);
    check(list.ok, `the list was answered with ${list.status} on the full disk`);

    // PostgreSQL removes these files now and then, and takes no new connection until it has them again.
    for (const name of await readdir(disk, { recursive: true })) {
      if (name.endsWith("/pg_internal.init")) rmSync(path.join(disk, name));
    }
    fill(disk, `${ballast}-2`);
    // Longer than idle connections stay open beyond those that are kept.
    await wait(IDLE_MS);
    const refused = await site.asSuperuser("select 1").then(
      () => false,
      () => true,
    );
    check(refused, "PostgreSQL took a new connection on the full disk");
    const later = await fetch(`${site.url}/survey/item`);
    check(
      later.ok,
      `the list was answered with ${later.status} when no connection could be opened`,
    );
    rmSync(`${ballast}-2`);

    const down = await exhaustLog(site);
    check(down, "PostgreSQL went on without space for its log of changes");
    await wait(FULL_MS);
    const alive = await fetch(`${site.url}/healthz`);
    const ready = await fetch(`${site.url}/readyz`);
    check(alive.ok, `/healthz was answered with ${alive.status} without a database`);
    check(ready.status === 503, `/readyz was answered with ${ready.status} without a database`);

    rmSync(ballast);
    await servedAgain();
    check(site.restarts() === 0, "the server itself has ended");
    const log = await readFile(path.join(lab.logDir, "server.log"), "utf8");
    check(/disk .*is full/i.test(log), "the log does not say that the disk is full");
    return "full for tables, then for the log of changes";
  });
}

/** Leaves no block free. */
function fill(disk: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch (error) {
    // PostgreSQL has taken the last block meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Begins new parts of the log of changes until PostgreSQL can't, and ends itself. */
async function exhaustLog(site: EmbeddedSite): Promise<boolean> {
  const pid = site.postgresPid();
  const ended = await until(async () => {
    if (site.postgresPid() !== pid) return true;
    await site
      .asSuperuser("select pg_logical_emit_message(false, '', 'x'), pg_switch_wal()")
      .catch(() => {});
    return false;
  }, 30_000);
  return ended === true;
}
