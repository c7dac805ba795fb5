import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

// The backups that a server writes by itself. Their names say when; nothing else in the folder is ours.
// One whose time is ahead of now was written, or renamed, while a clock was wrong. It does not count:
// else there would be no other backup, and no alert, before that time. Nor is it removed, because nobody
// knows how old it is.

/** How the name of an unfinished file ends. */
export const UNFINISHED = ".partial";

/** Beside a backup: an empty file that says that the backup was copied elsewhere. */
const COPIED = ".copied";

const NAME = /^survey-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)\.backup$/;

export function backupName(at: Date): string {
  return `survey-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

// Servers that share a folder may have clocks that differ by this.
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** When the newest backup in this folder was begun. */
export async function lastBackup(directory: string): Promise<Date | undefined> {
  return timeOf((await listNames(directory)).at(-1));
}

/** When the newest backup that was copied elsewhere was begun. */
export async function lastCopied(directory: string): Promise<Date | undefined> {
  const copied = (await readdir(directory))
    .filter((name) => name.endsWith(COPIED))
    .map((name) => name.slice(0, -COPIED.length));
  return timeOf(copied.filter(isOfThePast).sort().at(-1));
}

/** Undefined also for a time that there is not, such as 31 February. */
function timeOf(name = ""): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const time = new Date(`${day}${hour}:${minute}:${second}`);
  return !Number.isNaN(time.getTime()) && backupName(time) === name ? time : undefined;
}

function isOfThePast(name: string): boolean {
  const time = timeOf(name);
  return time !== undefined && time.getTime() <= Date.now() + CLOCKS_DIFFER_MS;
}

/** Files that are named as backups, of a time ahead of now or of none. */
export async function findMisdated(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => NAME.test(name) && !isOfThePast(name)).sort();
}

/** The newest backup, unless it was copied elsewhere. */
export async function findUncopied(directory: string): Promise<string | undefined> {
  const newest = (await listNames(directory)).at(-1);
  if (!newest) return undefined;
  const file = path.join(directory, newest);
  return existsSync(file + COPIED) ? undefined : file;
}

export async function markCopied(file: string): Promise<void> {
  await writeFile(file + COPIED, "", { flush: true });
}

/** Deletes all backups but the newest ones. */
export async function removeOld(directory: string, keep: number): Promise<void> {
  for (const name of (await listNames(directory)).slice(0, -keep)) {
    for (const end of ["", COPIED]) await rm(path.join(directory, name + end), { force: true });
  }
}

/** Deletes what killed processes have left. Only for whoever has the lock of backups. */
export async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const isOurs = name.startsWith("survey-") && name.endsWith(UNFINISHED);
    if (isOurs) await rm(path.join(directory, name), { force: true });
  }
}

/** The oldest first. */
async function listNames(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter(isOfThePast).sort();
}
