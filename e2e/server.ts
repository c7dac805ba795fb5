import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rename, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

// The first start creates a database and adds the demo data, on a machine that may be busy.
export const START_MS = 120_000;
const POLL_MS = 200;

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
 * so all but the first of a run begin with a copy of the first one's data. `folder` is where it was
 * built.
 */
export async function startSite(
  changed: Record<string, string> = {},
  folder = root,
): Promise<RunningSite> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-e2e-"));
  const port = changed.PORT ?? String(await freePort());
  const logFile = path.join(directory, "server.log");
  const dataDir = path.join(directory, "data");
  const { NEW_SITE: newSite } = process.env;
  // PostgreSQL insists on the permissions of its files.
  if (newSite) await promisify(execFile)("cp", ["-a", newSite, dataDir]);
  const log = await open(logFile, "w");
  const program = ["--import", "./server/testing/quick-passwords.mjs", "dist/server/app/main.js"];
  const server = spawn(process.execPath, program, {
    cwd: folder,
    stdio: ["ignore", log.fd, log.fd],
    env: {
      ...process.env,
      ...settings,
      ...changed,
      PORT: port,
      DATA_DIR: dataDir,
    },
  });
  await log.close();
  const url = `http://127.0.0.1:${port}`;

  async function end() {
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
  }

  async function stop() {
    await end();
    await rm(directory, { recursive: true });
  }

  if (await becomesReady(server, url)) return { url, dataDir, logFile, end, stop };
  const said = await readFile(logFile, "utf8");
  await stop();
  throw new Error(`The server did not start:\n${said}`);
}

/** Empty values keep a developer's own .env out of the tests. */
const settings = {
  NODE_ENV: "development",
  HOST: "127.0.0.1",
  WORKERS: "",
  PUBLIC_URL: "",
  DATABASE_URL: "",
  APP_SECRET: "",
  PARTICIPATION: "",
  PASSWORD_MIN_LENGTH: "",
  PASSWORD_STRENGTH: "",
  REGISTRATION_PROOF_OF_WORK: "",
  EMAIL_VERIFICATION: "",
  REQUIRE_TWO_FACTOR: "",
  // The demo's admin signs in once for the whole run, however long that takes.
  FRESH_SIGN_IN_MINUTES: "1440",
  ADMIN_EMAIL: "",
  READ_ONLY_UNTIL: "",
  OIDC_PROVIDERS: "",
  SMTP_URL: "",
  STRIPE_SECRET_KEY: "",
  STRIPE_PUBLISHABLE_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
  STRIPE_API_URL: "",
  PAYMENT_GATEWAY: "",
  DEMO: "on",
  DEMO_PASSWORD: "demo1234",
  // All tests call from one address. Limits by account are not affected.
  LIMIT_FACTOR: "10000",
  // A busy machine must not look like an overload.
  SHED_AFTER_MS: "600000",
  ATTEMPTS_PER_ADDRESS: "",
  MAX_CONNECTIONS: "",
  HEADER_SECONDS: "",
  REQUEST_SECONDS: "",
  IDLE_SECONDS: "",
  DRAIN_SECONDS: "",
  LOG_LEVEL: "info",
};

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function becomesReady(server: ChildProcess, address: string): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
