import { readdir, rm } from "node:fs/promises";
import path from "node:path";

// The backups that a server writes by itself. Their names say when; nothing else in the folder is ours.

/** How the name of an unfinished file ends. */
export const UNFINISHED = ".partial";

const NAME = /^survey-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)\.backup$/;

export function backupName(at: Date): string {
  return `survey-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** When the newest backup in this folder was begun. */
export async function lastBackup(directory: string): Promise<Date | undefined> {
  const [, day, hour, minute, second] = NAME.exec((await listNames(directory)).at(-1) ?? "") ?? [];
  return day ? new Date(`${day}${hour}:${minute}:${second}`) : undefined;
}

/** Deletes all backups but the newest ones. */
export async function removeOld(directory: string, keep: number): Promise<void> {
  for (const name of (await listNames(directory)).slice(0, -keep)) {
    await rm(path.join(directory, name), { force: true });
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
  return (await readdir(directory)).filter((name) => NAME.test(name)).sort();
}
