import { constants, existsSync, readFileSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { findUncopied, lastBackup } from "../../database/backup/folder.ts";
import { openPainter } from "../../outreach/pictures/draw.ts";
import { buildInfo } from "../../process/build-info.ts";
import type { Config } from "../../process/config.ts";
import { projectRoot } from "../../process/project-root.ts";
import { type Check, type Finding, ok, problem, reasonOf, warning } from "./findings.ts";
import {
  judgeBackup,
  judgeNode,
  judgeOpenFiles,
  judgeSecretFile,
  judgeSettings,
  judgeSpace,
} from "./rules.ts";

export function machineChecks(config: Config): Check[] {
  return [
    { name: "version", run: async () => [checkVersion()] },
    { name: "settings", run: async () => judgeSettings(config) },
    { name: "node", run: async () => [checkNode(), checkOpenFiles(config)] },
    { name: "files", run: () => checkFiles(config) },
    { name: "backups", run: () => checkBackups(config) },
    { name: "pictures", run: async () => [await checkPictures()] },
  ];
}

function checkVersion(): Finding {
  const { version, commit } = buildInfo;
  return ok(`This is version ${version}, built of commit ${commit}.`);
}

function checkNode(): Finding {
  const { engines } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  return judgeNode(process.version, engines.node);
}

/** The limit of this command, which may differ from the service's. */
function checkOpenFiles({ maxConnections }: Config): Finding {
  const report = process.report?.getReport() as unknown as {
    userLimits?: { open_files?: { hard: number | "unlimited" } };
  };
  // Node raises the soft limit to this one.
  const hard = Number(report.userLimits?.open_files?.hard);
  return judgeOpenFiles(Number.isNaN(hard) ? Number.POSITIVE_INFINITY : hard, maxConnections);
}

async function checkFiles({ dataDir, databaseUrl, appSecret }: Config): Promise<Finding[]> {
  const found: Finding[] = [];
  if (!databaseUrl) found.push(...(await checkWritable("DATA_DIR", dataDir)));
  if (!databaseUrl && existsSync(dataDir)) found.push(await checkSpace("DATA_DIR", dataDir));
  const secrets = [path.join(projectRoot, ".env")];
  if (!appSecret) secrets.push(path.join(dataDir, "secret"));
  for (const file of secrets.filter((one) => existsSync(one))) {
    found.push(judgeSecretFile(path.basename(file), (await stat(file)).mode));
  }
  return found;
}

async function checkPictures(): Promise<Finding> {
  try {
    await openPainter();
    return ok("Links to surveys are shown with a picture.");
  } catch (error) {
    return warning(
      `Links to surveys are shown without a picture: ${reasonOf(error)} Run npm ci; if it says the same then, @takumi-rs/core is not made for this machine.`,
    );
  }
}

const HOUR_MS = 3_600_000;

async function checkBackups({ backupDir, backupHours, backupCommand }: Config): Promise<Finding[]> {
  if (!backupDir) return [ok("No backups are scheduled.")];
  if (!existsSync(backupDir)) {
    return [problem("BACKUP_DIR does not exist: create it for the user who runs the server.")];
  }
  const last = await lastBackup(backupDir);
  const ageHours = last ? (Date.now() - last.getTime()) / HOUR_MS : null;
  return [
    judgeBackup(ageHours, backupHours),
    ...(await checkWritable("BACKUP_DIR", backupDir)),
    await checkSpace("BACKUP_DIR", backupDir),
    ...(backupCommand ? [await checkCommand(backupCommand, backupDir)] : []),
  ];
}

async function checkCommand(command: string, directory: string): Promise<Finding> {
  const mayRun = await access(command, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!mayRun) return problem(`BACKUP_COMMAND: this user can't run ${command}: chmod 755.`);
  return (await findUncopied(directory))
    ? warning(
        "BACKUP_COMMAND has not copied the newest backup yet: if it was not written just now, look for 'backup' in the server's log.",
      )
    : ok("The newest backup was copied by BACKUP_COMMAND.");
}

/** Writes nothing. Of a directory that the first start creates, the one above it counts. */
async function checkWritable(name: string, directory: string): Promise<Finding[]> {
  const place = path.resolve(directory);
  if (!existsSync(place) && place !== path.dirname(place)) {
    return checkWritable(name, path.dirname(place));
  }
  try {
    await access(place, constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      problem(
        code === "EROFS"
          ? `${name}: the disk of ${place} is read-only: mount it for writing, or set ${name} to another directory.`
          : `${name}: this user can't write to ${place}: give it to the user who runs the server, and run this command as that user.`,
      ),
    ];
  }
}

async function checkSpace(name: string, directory: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return judgeSpace(name, { free: bavail * bsize, size: blocks * bsize });
}
