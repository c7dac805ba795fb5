import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

// The first start creates a database and adds the demo data.
export const START_MS = 120_000;
const POLL_MS = 200;

/** Starts one real server for the whole run. Returns a function that stops and removes it. */
export default async function startServer(): Promise<() => Promise<void>> {
  const { url, dataDir, logFile, stop } = await startSite();
  process.env.SITE_URL = url;
  process.env.SITE_DATA = dataDir;
  process.env.SERVER_LOG = logFile;
  return stop;
}

export interface RunningSite {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  logFile: string;
  stop: () => Promise<void>;
}

/** Starts a real server on a new embedded database. */
export async function startSite(changed: Record<string, string> = {}): Promise<RunningSite> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-e2e-"));
  const port = await freePort();
  const logFile = path.join(directory, "server.log");
  const dataDir = path.join(directory, "data");
  const log = await open(logFile, "w");
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ["ignore", log.fd, log.fd],
    env: {
      ...process.env,
      ...settings,
      ...changed,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  await log.close();
  const url = `http://127.0.0.1:${port}`;

  async function stop() {
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    await rm(directory, { recursive: true });
  }

  if (await becomesReady(server, url)) return { url, dataDir, logFile, stop };
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
  FRESH_SIGN_IN_MINUTES: "",
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

async function freePort(): Promise<number> {
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
