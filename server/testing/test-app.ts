import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { Registry } from "prom-client";
import { inject } from "vitest";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { identityCalls } from "../../contract/identity-calls.ts";
import type { Role } from "../../contract/permissions.ts";
import { routes } from "../../contract/routes.ts";
import { buildApp } from "../app/app.ts";
import { connect, type Database } from "../database/connect.ts";
import { mountSiteMetrics } from "../operations/metrics/mount.ts";
import type { Mailer } from "../people/outbox/mailer.ts";
import { readConfig } from "../process/config.ts";
import { afterFile } from "./after-file.ts";
import { type Caller, createCaller, type Received, type SentRequest } from "./caller.ts";
import { expectDocumentedProblems } from "./documented-problems.ts";
import { createOutside, dropOutside } from "./outside-postgres.ts";
import { TEMPLATE_DATABASE } from "./postgres.ts";

/** What proves who calls, and the address from which they call. */
interface Proofs {
  token?: string;
  cookie?: string;
  remoteAddress?: string;
}

interface Answer extends Received {
  /** The cookies that this answer sets. */
  cookies: LightMyRequestResponse["cookies"];
  /** The same browser after this answer, with its cookies. */
  browser: Browser;
}

export interface Browser extends Caller<Answer> {
  cookie: string;
}

/** A person with an account, who calls with their access token and session. */
export interface Person extends Browser {
  id: string;
  email: string;
  token: string;
  /** The access token as headers, for hand-made requests. */
  headers: Record<string, string>;
}

interface Standing {
  role?: Role;
  admin?: boolean;
  email?: string;
  /** Whether the address is confirmed. */
  proven?: boolean;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  /** What the server logged, one object per line. */
  logged: Record<string, unknown>[];
  /** A browser in which nobody is signed in. */
  visitor: Browser;
  /** A browser with these proofs, such as those of a person of another app on this database. */
  as(proofs: Proofs): Browser;
  /** Sends a hand-made request, to test the wire itself. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Registers a person at the identity provider and fetches their access token. */
  join(standing?: Standing): Promise<Person>;
}

export const PASSWORD = "correct horse";
export const TEST_SECRET = "a secret for tests, long enough";
const ORIGIN = "http://localhost:3000";

/** An empty folder for what a server keeps beside its database. */
async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "test-data-"));
  afterFile(() => rm(folder, { recursive: true }));
  return folder;
}

/**
 * Creates a migrated database for a test file. With null it is on the embedded PostgreSQL even if
 * TEST_DATABASE_URL names another, for tests of plans and catalogues.
 */
export async function createTestDatabase(outside = inject("outside")): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const connection = outside ? await createOutside(outside, name) : await copyTemplate(name);
  if (outside) afterFile(() => dropOutside(outside, name));
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  afterFile(() => db.destroy());
  return db;
}

async function copyTemplate(name: string): Promise<pg.PoolConfig> {
  const server = inject("postgres");
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${name} template ${TEMPLATE_DATABASE}`);
  await client.end();
  return { ...server, database: name };
}

/** Creates an app on a new database, or on a given one, to share it with another app. */
export async function createTestApp(
  settings: Record<string, string> = {},
  given?: Database,
): Promise<TestApp> {
  const db = given ?? (await createTestDatabase());
  const logged: Record<string, unknown>[] = [];
  const registry = new Registry();
  mountSiteMetrics(registry, db);
  let mailer: Mailer | undefined;
  const app = await buildApp({
    onMailer: (created) => {
      mailer = created;
    },
    // All tests call from one address, and some block the event loop of the server.
    config: readConfig({
      NODE_ENV: "test",
      LIMIT_FACTOR: "100",
      SHED_AFTER_MS: "600000",
      REGISTRATION_PROOF_OF_WORK: "off",
      DATA_DIR: await newDataDir(),
      ...settings,
    }),
    db,
    secret: TEST_SECRET,
    registry,
    log: pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  afterFile(() => app.close());
  expectDocumentedProblems(app);

  function as({ token, cookie = "", remoteAddress }: Proofs): Browser {
    async function send({ method, url, headers, body }: SentRequest): Promise<Answer> {
      const answer = await request({
        method,
        url,
        headers,
        ...(body !== undefined && { payload: body as object }),
        ...(remoteAddress && { remoteAddress }),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        cookies: answer.cookies,
        browser: as({ token, cookie: mergeCookies(cookie, answer), remoteAddress }),
      };
    }
    const headers = {
      ...(token !== undefined && tokenHeader(token)),
      ...(cookie && { cookie }),
    };
    return { cookie, ...createCaller(send, headers) };
  }

  async function join(standing: Standing = {}): Promise<Person> {
    const email = standing.email ?? `${randomUUID()}@example.org`;
    const signedUp = await visitor.answer(identityCalls.signUp, {
      body: { email, password: PASSWORD, name: "Test Person", image: "/avatars/01.svg" },
    });
    if (signedUp.status !== 200) throw new Error(`sign-up: ${signedUp.status} ${signedUp.text}`);
    const { cookie } = signedUp.browser;
    const token = await signedUp.browser.call(routes.issueToken, { body: { email } });
    const { id } = await db
      .updateTable("users")
      .set({ role: standing.role ?? "user", admin: standing.admin ?? false })
      .where("email", "=", email.toLowerCase())
      .returning("id")
      .executeTakeFirstOrThrow();
    if (standing.proven) {
      await db
        .updateTable("identity.user")
        .set({ emailVerified: true })
        .where("email", "=", email.toLowerCase())
        .execute();
    }
    return { id, email, token, headers: tokenHeader(token), ...as({ token, cookie }) };
  }

  async function request({ headers, ...rest }: InjectOptions): Promise<LightMyRequestResponse> {
    const answer = await app.inject({
      headers: { host: new URL(ORIGIN).host, origin: ORIGIN, ...headers },
      ...rest,
    });
    // An answer does not wait for its mails, but whoever reads them next does.
    await mailer?.settled();
    return answer;
  }

  const visitor = as({});
  return { app, db, logged, visitor, as, join, inject: request };
}

const tokenHeader = (token: string) => ({ [TOKEN_HEADER]: `${TOKEN_SCHEME} ${token}` });

/** The cookies that a browser sends after an answer that sets some. */
function mergeCookies(before: string, { headers }: LightMyRequestResponse): string {
  const set = [headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0] ?? "");
  const pairs = [...before.split("; "), ...set].filter(Boolean);
  return [...new Map(pairs.map((pair) => [pair.split("=")[0], pair])).values()].join("; ");
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookieOf(response: Pick<LightMyRequestResponse, "cookies">): string {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
