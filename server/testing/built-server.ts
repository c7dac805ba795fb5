import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { inject, vi } from "vitest";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import type { Database } from "../database/connect.ts";
import { createAccessTokens } from "../people/identity/access-token.ts";
import { settings } from "../process/environment.ts";
import { projectRoot } from "../process/project-root.ts";
import { deriveKey } from "../process/secret.ts";
import { afterFile } from "./after-file.ts";
import { type Caller, createCaller, type Received, type SentRequest } from "./caller.ts";
import { type ServerProcess, spawnServer } from "./server-process.ts";

/** A running `dist/server/app/main.js`, which `npm run build` makes. */
export interface BuiltServer extends ServerProcess {
  /** The ids of the processes that have logged an answer of this route. */
  answeredBy(route: string): number[];
}

// 32 characters or more, as the product demands.
export const SECRET = "a secret for tests of built servers";

/** The tests' own process has it too, so each can check a password that the other has stored. */
const QUICK_PASSWORDS = pathToFileURL(path.join(import.meta.dirname, "quick-passwords.mjs")).href;

type Command = [program: string, ...args: string[]];

/** Far longer than needed, for a machine that does much else at the same time. */
export const PATIENCE = { timeout: 150_000, interval: 20 };

/** Starts the built server, waits until it is ready, and stops it after the test file. */
export async function startBuilt(
  environment: Record<string, string>,
  command?: Command,
): Promise<BuiltServer> {
  const server = await spawnBuilt(environment, command);
  await vi.waitFor(() => {
    if (server.process.exitCode !== null) throw new Error(server.output());
    if (!/is ready at/.test(server.output())) throw new Error("not ready yet");
  }, PATIENCE);
  return server;
}

export async function spawnBuilt(
  environment: Record<string, string>,
  command?: Command,
): Promise<BuiltServer> {
  const server = await spawnServer({
    settings: {
      NODE_ENV: "test",
      NODE_OPTIONS: `--import ${QUICK_PASSWORDS}`,
      DEMO: "",
      SHED_AFTER_MS: "600000",
      // Logs every answer, with the process that gave it.
      LOG_LEVEL: "debug",
      ...environment,
    },
    command,
    ownGroup: true,
  });
  afterFile(() => server.stop());
  return {
    ...server,
    answeredBy(route) {
      const lines = server
        .output()
        .split("\n")
        .filter((line) => line.includes('"msg":"answered"'));
      const answers = lines.map((line) => JSON.parse(line) as { pid: number; route?: string });
      return [...new Set(answers.filter((one) => one.route === route).map(({ pid }) => pid))];
    },
  };
}

/** Runs a built command, and returns what it has printed and whether it succeeded. */
export async function run(name: string, args: string[], environment: Record<string, string>) {
  const unset = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, ""]));
  const env = { PATH: process.env.PATH, ...unset, NODE_ENV: "test", ...environment };
  const program = path.join(projectRoot, "dist/scripts", `${name}.js`);
  const done = promisify(execFile)(process.execPath, [program, ...args], { env });
  const { stdout, stderr, code = 0 } = await done.catch((error) => error);
  return { output: `${stdout}${stderr}`.trim(), code };
}

/** Signals all processes of a server, as Ctrl-C does. */
export function signalAll({ process: child }: BuiltServer, signal: NodeJS.Signals): void {
  if (child.pid === undefined) throw new Error("The server has not started.");
  process.kill(-child.pid, signal);
}

/** The settings with which a built server uses a test's database, wherever that was created, and secret. */
export async function onDatabase(
  db: Database,
  outside = inject("outside"),
): Promise<Record<string, string>> {
  const { host, port, user } = inject("postgres");
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const server = outside?.url ?? `postgres://${user}@localhost:${port}?host=${host}`;
  const address = Object.assign(new URL(server), { pathname: `/${rows[0]?.name}` });
  return { DATABASE_URL: address.toString(), APP_SECRET: SECRET };
}

export interface Connections {
  /** Somebody who calls through these connections. */
  as(headers?: Record<string, string>): Caller;
  send(request: SentRequest): Promise<Received>;
  /** The answer as soon as it begins, for one that does not end. */
  open(request: SentRequest): Promise<IncomingMessage>;
}

/**
 * Calls a built server over this many connections, which stay open. New connections go to the workers
 * in turn, so with several of them every worker is called.
 */
export function connectionsTo({ port }: { port: number }, count: number): Connections {
  const agent = new Agent({ keepAlive: true, maxSockets: count, scheduling: "fifo" });
  afterFile(() => agent.destroy());

  function open({ method, url, headers, body }: SentRequest): Promise<IncomingMessage> {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const options = { agent, host: "127.0.0.1", port, method, path: url };
    const call = request({ ...options, headers: { ...headers, ...type } });
    call.end(body === undefined ? undefined : JSON.stringify(body));
    return new Promise((resolve, reject) => call.on("response", resolve).on("error", reject));
  }

  async function send(request: SentRequest): Promise<Received> {
    const response = await open(request);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: await text(response),
    };
  }
  return { send, open, as: (headers = {}) => createCaller(send, headers) };
}

/** A new person, without an account at the identity provider. */
export async function addPerson(db: Database, standing: { admin?: boolean } = {}) {
  const email = `${randomUUID()}@example.org`;
  const user = await db
    .insertInto("users")
    .values({ email, username: "Test Person", ...standing })
    .returning(["id", "token_version as tokenVersion"])
    .executeTakeFirstOrThrow();
  const tokens = createAccessTokens(deriveKey(SECRET, "access token"));
  const token = tokens.issue({ ...user, email }, { signedInAt: new Date(), secondFactor: false });
  return { id: user.id, email, headers: { [TOKEN_HEADER]: `${TOKEN_SCHEME} ${token}` } };
}
