import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { connect, type Database } from "../server/database/connect.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";
import { createAccessTokens } from "../server/identity/access-token.ts";
import { deriveKey } from "../server/secret.ts";

export interface BenchSite {
  app: FastifyInstance;
  db: Database;
  /** Without time limits, for work that takes longer than a request may. */
  patientDb: Database;
  connection: { host: string; port: number; user: string; database: string };
  /** Signs tokens; for another server on the same database. */
  secret: string;
  /** Creates a person. Returns the headers of their calls. */
  join(admin?: boolean): Promise<{ id: string; headers: { validation: string } }>;
}

const secret = randomUUID() + randomUUID();

/** Runs the real product on a new database with fsync on, and removes it afterwards. */
export async function withSite(work: (site: BenchSite) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const { connection } = postgres;
  const db = connect({ connection, poolSize: 10, onLost: () => {} });
  const patientDb = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
  await migrate(connection);
  const config = readConfig({
    DEMO: "off",
    LOG_LEVEL: "silent",
    // The work is measured, not its limits; and the load comes from this very process.
    LIMIT_FACTOR: "1000000",
    SHED_AFTER_MS: "600000",
  });
  const app = await buildApp({ config, db, secret, log: pino({ level: "silent" }) });
  const tokens = createAccessTokens(deriveKey(secret, "access token"));

  async function join(admin = false) {
    const email = `${randomUUID()}@bench.test`;
    const user = await db
      .insertInto("users")
      .values({ email, username: "Bench", admin })
      .returning(["id", "token_version as tokenVersion"])
      .executeTakeFirstOrThrow();
    const token = tokens.issue({ ...user, email }, { signedInAt: new Date(), secondFactor: false });
    return { id: user.id, headers: { validation: `bearer ${token}` } };
  }

  try {
    await work({ app, db, patientDb, connection, secret, join });
  } finally {
    await app.close();
    await db.destroy();
    await patientDb.destroy();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}
