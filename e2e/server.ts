import { execFile } from "node:child_process";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startServer as startProcess } from "../server/testing/server-process.ts";

// The first start creates a database and adds the demo data, on a machine that may be busy.
export const START_MS = 120_000;

/** Starts one real server for the whole run. Returns a function that stops and removes it. */
export default async function startServer(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-e2e-new-"));
  const newSite = path.join(directory, "data");
  const first = await startSite();
  await first.end();
  await rename(first.dataDir, newSite);
  await first.stop();
  process.env.NEW_SITE = newSite;
  const { url, dataDir, logFile, stop } = await startSite();
  process.env.SITE_URL = url;
  process.env.SITE_DATA = dataDir;
  process.env.SERVER_LOG = logFile;
  return async () => {
    await stop();
    await rm(directory, { recursive: true });
  };
}

export interface RunningSite {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  logFile: string;
  /** Ends the server. */
  end: () => Promise<void>;
  /** Ends it, and removes its data. */
  stop: () => Promise<void>;
}

const root = path.dirname(import.meta.dirname);

/**
 * Starts a real server on an embedded database of its own, with the demo data. Several files need one,
 * so all but the first of a run begin with a copy of the first one's data, or with that in `DATA_DIR`.
 * `folder` is where it was built.
 */
export async function startSite(
  changed: Record<string, string> = {},
  folder = root,
): Promise<RunningSite> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-e2e-"));
  const logFile = path.join(directory, "server.log");
  const dataDir = changed.DATA_DIR ?? path.join(directory, "data");
  const { NEW_SITE: newSite } = process.env;
  // PostgreSQL insists on the permissions of its files.
  if (newSite && !changed.DATA_DIR) await promisify(execFile)("cp", ["-a", newSite, dataDir]);
  const server = await startProcess({
    settings: { ...settings, ...changed, DATA_DIR: dataDir },
    logFile,
    nodeOptions: ["--import", "./server/testing/quick-passwords.mjs"],
    folder,
  });
  async function stop() {
    await server.stop();
    await rm(directory, { recursive: true });
  }
  return { url: server.url, dataDir, logFile, end: server.stop, stop };
}

const settings = {
  NODE_ENV: "development",
  HOST: "127.0.0.1",
  // The demo's admin signs in once for the whole run, however long that takes.
  FRESH_SIGN_IN_MINUTES: "1440",
  DEMO: "on",
  DEMO_PASSWORD: "demo1234",
  // All tests call from one address. Limits by account are not affected.
  LIMIT_FACTOR: "10000",
  // A busy machine must not look like an overload.
  SHED_AFTER_MS: "600000",
  LOG_LEVEL: "info",
};
