import { randomUUID } from "node:crypto";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, inject } from "vitest";
import type { Role } from "../../contract/permissions.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { connect, type Database } from "../database/connect.ts";
import { expectDocumentedProblems } from "./documented-problems.ts";
import { TEMPLATE_DATABASE } from "./postgres.ts";

export interface Person {
  id: string;
  email: string;
  token: string;
  cookie: string;
  /** Headers of a call by this person. */
  headers: Record<string, string>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  /** What the server logged, one object a line. */
  logged: Record<string, unknown>[];
  call(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Everything in a list, page after page. */
  readAll<Item>(url: string, person?: Person): Promise<Item[]>;
  /** Registers somebody at the identity provider and fetches their access token. */
  join(standing?: { role?: Role; admin?: boolean; email?: string }): Promise<Person>;
}

export const PASSWORD = "correct horse";
export const TEST_SECRET = "a secret for tests, long enough";
const ORIGIN = "http://localhost:3000";

/** A database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<Database> {
  const server = inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${name} template ${TEMPLATE_DATABASE}`);
  await client.end();
  const db = connect({
    connection: { ...server, database: name },
    poolSize: 5,
    onLost: () => {},
  });
  afterAll(() => db.destroy());
  return db;
}

/** On a database of its own, unless one is given: that of another app, to follow it or to join it. */
export async function createTestApp(
  settings: Record<string, string> = {},
  given?: Database,
): Promise<TestApp> {
  const db = given ?? (await createTestDatabase());
  const logged: Record<string, unknown>[] = [];
  const app = await buildApp({
    // Everybody calls from one address here, and floods block the loop of the test itself.
    config: readConfig({
      NODE_ENV: "test",
      LIMIT_FACTOR: "100",
      SHED_AFTER_MS: "600000",
      REGISTRATION_PROOF_OF_WORK: "off",
      ...settings,
    }),
    db,
    secret: TEST_SECRET,
    log: pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  afterAll(() => app.close());
  expectDocumentedProblems(app);

  async function join(standing: Parameters<TestApp["join"]>[0] = {}): Promise<Person> {
    const email = standing.email ?? `${randomUUID()}@example.org`;
    const signedUp = await app.inject({
      method: "POST",
      url: "/identity/sign-up/email",
      headers: { origin: ORIGIN, host: new URL(ORIGIN).host },
      payload: { email, password: PASSWORD, name: "Test Person", image: "/avatars/01.svg" },
    });
    const cookie = cookieOf(signedUp);
    const { body: token } = await app.inject({
      method: "POST",
      url: "/jwt",
      headers: { cookie, host: new URL(ORIGIN).host },
      payload: { email },
    });
    const { id } = await db
      .updateTable("users")
      .set({ role: standing.role ?? "user", admin: standing.admin ?? false })
      .where("email", "=", email.toLowerCase())
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, email, token, cookie, headers: { validation: `bearer ${token}` } };
  }

  async function call({ headers, ...request }: InjectOptions): Promise<LightMyRequestResponse> {
    return app.inject({
      headers: { host: new URL(ORIGIN).host, origin: ORIGIN, ...headers },
      ...request,
    });
  }

  async function readAll<Item>(url: string, person?: Person): Promise<Item[]> {
    const answer = await call({ url, headers: person?.headers });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    const next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1];
    return [...answer.json(), ...(next ? await readAll<Item>(next, person) : [])];
  }

  return { app, db, logged, join, call, readAll };
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookieOf(response: LightMyRequestResponse): string {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
