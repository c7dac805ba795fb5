import { existsSync, readFileSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config.ts";
import { projectRoot } from "../project-root.ts";
import type { Check, Finding } from "./findings.ts";
import { judgeNode, judgeOpenFiles, judgeSecretFile, judgeSettings, judgeSpace } from "./rules.ts";

export function machineChecks(config: Config): Check[] {
  return [
    { name: "settings", run: async () => judgeSettings(config) },
    { name: "node", run: async () => [checkNode(), checkOpenFiles(config)] },
    { name: "files", run: () => checkFiles(config) },
  ];
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
  if (!databaseUrl && existsSync(dataDir)) found.push(await checkSpace("DATA_DIR", dataDir));
  const secrets = [path.join(projectRoot, ".env")];
  if (!appSecret) secrets.push(path.join(dataDir, "secret"));
  for (const file of secrets.filter((one) => existsSync(one))) {
    found.push(judgeSecretFile(path.basename(file), (await stat(file)).mode));
  }
  return found;
}

async function checkSpace(name: string, directory: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return judgeSpace(name, { free: bavail * bsize, size: blocks * bsize });
}
